// swift-tools-version: 6.2
import PackageDescription

// The library as its users have it: from outside of its package, with their settings and none of ours.

let products = [
  "Aftermath", "AftermathComponents", "AftermathRouting", "AftermathTesting", "Flask", "FlaskTesting",
  "Harvest", "HarvestDiagram", "HarvestOptics", "HarvestStore", "HarvestTesting", "Katana", "KatanaHTTP",
  "KatanaTesting", "Millrace", "MillraceCoding", "MillraceCore", "MillraceDependencies", "MillraceDifference",
  "MillraceForms", "MillraceHTTP", "MillraceInspector", "MillraceInspectorWire", "MillraceJournal",
  "MillraceLogging", "MillraceNavigation", "MillraceOptics", "MillracePersistence", "MillraceQueries",
  "MillraceSync", "MillraceSyncHTTP", "MillraceSyncTesting", "MillraceTesting", "MillraceToolkit",
  "MillraceUndo",
].map { Target.Dependency.product(name: $0, package: "Millrace") }

/// The settings of a new project in Xcode: everything on the main actor, and approachable concurrency.
let newProject: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The steps of the tutorial, each a module of its own; its catalog has links to their files.
let steps = (1...8).map { number in
  Target.testTarget(
    name: "TutorialStep\(number)", dependencies: products, path: "Tutorial/Step\(number)",
    swiftSettings: newProject)
}

let package = Package(
  name: "UserPackages",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Millrace", path: "../..")],
  targets: [
    // The samples of the README and the articles, in language mode 6 and with nothing else.
    .testTarget(name: "SampleTests", dependencies: products, path: "SampleTests"),
    // The same, through links, with the settings of a new project.
    .testTarget(
      name: "MainActorSampleTests", dependencies: products, path: "MainActorSampleTests",
      swiftSettings: newProject),
    // What the users of the four originals know, under its names: a file an original.
    .testTarget(name: "OriginalTests", dependencies: products, path: "OriginalTests"),
    // The same, through links, with the settings of a new project.
    .testTarget(
      name: "MainActorOriginalTests", dependencies: products, path: "MainActorOriginalTests",
      swiftSettings: newProject),
    .testTarget(
      name: "MainActorTests", dependencies: products, path: "MainActorTests", swiftSettings: newProject),
    .testTarget(
      name: "Swift5Tests", dependencies: products, path: "Swift5Tests",
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ] + steps,
  swiftLanguageModes: [.v6]
)
