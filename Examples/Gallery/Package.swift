// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

func millrace(_ name: String) -> Target.Dependency { .product(name: name, package: "Millrace") }
let lineTerminal = Target.Dependency.product(name: "LineTerminal", package: "Support")
let processSignals = Target.Dependency.product(name: "ProcessSignals", package: "Support")
let flowWatch = Target.Dependency.product(name: "FlowWatch", package: "Support")

let package = Package(
  name: "Gallery",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "gallery", targets: ["GalleryProgram"])],
  dependencies: [.package(name: "Millrace", path: "../.."), .package(name: "Support", path: "../Support")],
  targets: [
    // A folder for each program. A session from a file has a manual clock, from MillraceTesting.
    .target(
      name: "GalleryPrograms",
      dependencies: [
        millrace("Millrace"), millrace("MillraceToolkit"), millrace("Aftermath"), millrace("Flask"),
        millrace("Katana"),
        millrace("Harvest"), millrace("MillraceTesting"), flowWatch,
      ],
      swiftSettings: settings),
    // The executable: selects a program, and passes lines to it.
    .executableTarget(
      name: "GalleryProgram",
      dependencies: [
        "GalleryPrograms", millrace("Millrace"), millrace("MillraceTesting"), lineTerminal, processSignals,
      ],
      swiftSettings: settings),
    // A file for each program, and the sessions of all.
    .testTarget(
      name: "GalleryProgramsTests",
      dependencies: [
        "GalleryPrograms", "GalleryProgram", millrace("Millrace"), millrace("Aftermath"), millrace("Flask"),
        millrace("Katana"), millrace("Harvest"), millrace("MillraceTesting"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
