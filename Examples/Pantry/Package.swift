// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let flask = Target.Dependency.product(name: "Flask", package: "Millrace")
let millraceTesting = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")
let lineTerminal = Target.Dependency.product(name: "LineTerminal", package: "Support")
let flowWatch = Target.Dependency.product(name: "FlowWatch", package: "Support")
let processFixture = Target.Dependency.product(name: "ProcessFixture", package: "Support")

let package = Package(
  name: "Pantry",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "pantry", targets: ["PantryProgram"])],
  dependencies: [.package(name: "Millrace", path: "../.."), .package(name: "Support", path: "../Support")],
  targets: [
    // The household: four substances, the mixers that all of them handle, and the chains over several.
    .target(name: "PantryLogic", dependencies: [flask], swiftSettings: settings),
    // Input and output. A session from a file has a manual clock, from MillraceTesting.
    .executableTarget(
      name: "PantryProgram",
      dependencies: ["PantryLogic", flask, millraceTesting, lineTerminal, flowWatch],
      swiftSettings: settings),
    .testTarget(
      name: "PantryLogicTests", dependencies: ["PantryLogic", flask, millraceTesting],
      swiftSettings: settings),
    .testTarget(
      name: "PantryProgramTests",
      dependencies: ["PantryProgram", "PantryLogic", flask, millraceTesting, processFixture],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
