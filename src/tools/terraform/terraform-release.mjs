/**
 * The release that is downloaded if neither Terraform nor OpenTofu is installed. The checksums are those of the
 * published zip archives (SHA256SUMS of the release). A new version needs new checksums for every platform.
 */
export const pinned = {
  version: '1.11.4',
  releases: 'https://releases.hashicorp.com/terraform',
  sha256: {
    linux_amd64: '1ce994251c00281d6845f0f268637ba50c0005657eb3cf096b92f753b42ef4dc',
    linux_arm64: 'a43d1d0da9b9bab214a8305a39db0e40869572594ccf50c416a7756499143633',
    darwin_amd64: 'a56d5002b9f7647291faccc3dd1a70350e60fb61e4c45037629508b8fdc2575b',
    darwin_arm64: '867e0808fa971217043e25b7a792b10720c79b1546f8a68479b74f138be73e18',
  },
};
