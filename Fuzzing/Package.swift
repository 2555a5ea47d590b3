// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

// Built by Scripts/fuzz, which knows the flags: the libraries need `-sanitize=fuzzer` as well.
let package = Package(
  name: "MillraceFuzzing",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "millrace-fuzz", targets: ["millrace-fuzz"])
  ],
  dependencies: [
    .package(name: "Millrace", path: ".."),
    // Its server is what reads heads and bodies.
    .package(name: "Notes", path: "../Examples/Notes"),
    .package(name: "Support", path: "../Examples/Support"),
  ],
  targets: [
    .systemLibrary(name: "LibFuzzer"),
    .executableTarget(
      name: "millrace-fuzz",
      dependencies: [
        "LibFuzzer", .product(name: "MillraceJournal", package: "Millrace"),
        .product(name: "MillraceCoding", package: "Millrace"),
        .product(name: "MillraceInspector", package: "Millrace"),
        .product(name: "MillraceInspectorWire", package: "Millrace"),
        .product(name: "NotesServing", package: "Notes"),
        .product(name: "HTTPDaemon", package: "Support"),
      ],
      path: "Sources/MillraceFuzz",
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
