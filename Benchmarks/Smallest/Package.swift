// swift-tools-version: 6.2
import PackageDescription

// What a user's package looks like: its own, beside the library's, with the settings that
// `swift package init` gives.
let package = Package(
  name: "Smallest",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Millrace", path: "../..")
  ],
  targets: [
    .executableTarget(name: "smallest", dependencies: [.product(name: "Millrace", package: "Millrace")]),
    .executableTarget(name: "by-hand"),
  ]
)
