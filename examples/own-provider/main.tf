terraform {
  required_providers {
    notes = {
      source = "registry.example/acme/notes"
    }
  }
}

provider "notes" {
  folder = "${path.module}/notes"
}

resource "notes_note" "hello" {
  name = "hello"
  text = "Hello."
}

output "path" {
  value = notes_note.hello.path
}
