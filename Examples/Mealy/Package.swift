// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let toolkit = Target.Dependency.product(name: "MillraceToolkit", package: "Millrace")
let millraceTesting = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")
let millraceJournal = Target.Dependency.product(name: "MillraceJournal", package: "Millrace")

let package = Package(
  name: "Mealy",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Mealy", targets: ["Mealy"])],
  dependencies: [.package(name: "Millrace", path: "../..")],
  targets: [
    // A dialect: the words of Mealy machines, on the kernel.
    .target(name: "Mealy", dependencies: [toolkit], swiftSettings: settings),
    // The kernel's tools, used on the dialect without a line of code for it.
    .testTarget(
      name: "MealyTests", dependencies: ["Mealy", toolkit, millraceTesting, millraceJournal],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
