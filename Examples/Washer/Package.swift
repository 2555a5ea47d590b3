// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let harvest = Target.Dependency.product(name: "Harvest", package: "Millrace")
let harvestDiagram = Target.Dependency.product(name: "HarvestDiagram", package: "Millrace")
let millraceTesting = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")
let lineTerminal = Target.Dependency.product(name: "LineTerminal", package: "Support")
let flowWatch = Target.Dependency.product(name: "FlowWatch", package: "Support")

let package = Package(
  name: "Washer",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "washer", targets: ["WasherProgram"])],
  dependencies: [.package(name: "Millrace", path: "../.."), .package(name: "Support", path: "../Support")],
  targets: [
    // The statechart.
    .target(name: "WasherChart", dependencies: [harvest], swiftSettings: settings),
    // Input and output; with files as arguments it draws and checks the chart instead.
    .executableTarget(
      name: "WasherProgram",
      dependencies: ["WasherChart", harvest, harvestDiagram, millraceTesting, lineTerminal, flowWatch],
      swiftSettings: settings),
    .testTarget(
      name: "WasherTests", dependencies: ["WasherProgram", "WasherChart", harvest, millraceTesting],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
