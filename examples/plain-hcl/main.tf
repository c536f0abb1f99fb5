# The same provider without TypeScript. docs/provider.md (Plain HCL) installs it next to this file. The address of the API and
# the token come from the environment (PLATFORM_BASE_URL, PLATFORM_TOKEN).

terraform {
  required_version = ">= 1.8"
  required_providers {
    platform = {
      source = "platform-iac.internal/npm/platform"
    }
  }
}

provider "platform" {}

variable "root_group_uid" {
  type        = string
  description = "The uid of the organization's root group."
}

resource "platform_group" "engineering" {
  parent_uid  = var.root_group_uid
  name        = "engineering"
  description = "Builds the product."
}

resource "platform_group" "team" {
  for_each = {
    payments = "Moves the money."
    search   = "Finds the things."
  }

  parent_uid  = platform_group.engineering.uid
  name        = each.key
  description = each.value
}

resource "platform_identity" "ci" {
  group_uid   = platform_group.team["payments"].uid
  name        = "ci"
  description = "Deploys from the main branch."

  claim_match = {
    issuer  = "https://token.actions.githubusercontent.com"
    subject = "repo:acme@1234/shop@7890:ref:refs/heads/main"
  }
}

data "platform_role" "viewer" {
  name = "viewer"
}

resource "platform_role_binding" "ci_views" {
  group_uid    = platform_group.team["payments"].uid
  identity_uid = platform_identity.ci.uid
  role_uid     = data.platform_role.viewer.uid
}

output "teams" {
  value       = { for name, group in platform_group.team : name => group.uid }
  description = "The uid of each team's group, by its name."
}
