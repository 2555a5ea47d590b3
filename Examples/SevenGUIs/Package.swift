// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

func millrace(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "Millrace") }
}

func support(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "Support") }
}

let package = Package(
  name: "SevenGUIs",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "seven", targets: ["SevenTerminalProgram"]),
    .executable(name: "seven-gtk", targets: ["SevenWindowsProgram"]),
    .library(name: "SevenSwiftUI", targets: ["SevenSwiftUI"]),
    // For the row `cells` of Benchmarks.
    .library(name: "SevenTasks", targets: ["SevenTasks"]),
  ],
  dependencies: [.package(name: "Millrace", path: "../.."), .package(name: "Support", path: "../Support")],
  targets: [
    // The logic, a file for each task. It knows no front end.
    .target(
      name: "SevenTasks", dependencies: millrace("Millrace", "MillraceForms", "MillraceUndo"),
      swiftSettings: settings),
    // Sessions, which every front end plays alike.
    .target(
      name: "SevenSession", dependencies: ["SevenTasks"] + millrace("Millrace", "MillraceTesting"),
      swiftSettings: settings),

    // The terminal.
    .target(
      name: "SevenTerminal",
      dependencies: ["SevenTasks", "SevenSession"] + support("Terminal")
        + millrace("Millrace", "MillraceForms"),
      swiftSettings: settings),
    .executableTarget(
      name: "SevenTerminalProgram",
      dependencies: ["SevenTerminal", "SevenSession"] + support("Terminal", "LineTerminal")
        + millrace("Millrace", "MillraceTesting"),
      swiftSettings: settings),

    // GTK 4: the library, a shell around what is used of it, the tasks' windows, and the program.
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"]), .brew(["gtk4"])]),
    .target(name: "Widgets", dependencies: ["CGTK"], swiftSettings: settings),
    .target(
      name: "SevenWindows",
      dependencies: ["SevenTasks", "SevenSession", "Widgets", "CGTK"]
        + millrace("Millrace", "MillraceForms"),
      swiftSettings: settings),
    .executableTarget(
      name: "SevenWindowsProgram",
      dependencies: ["SevenWindows", "SevenSession", "SevenTasks", "Widgets"]
        + millrace("Millrace", "MillraceTesting"),
      swiftSettings: settings),

    // SwiftUI; empty on Linux, where Scripts/apple type-checks it.
    .target(
      name: "SevenSwiftUI", dependencies: ["SevenTasks"] + millrace("Millrace", "MillraceForms"),
      swiftSettings: settings),

    .testTarget(
      name: "SevenTasksTests",
      dependencies: ["SevenTasks"] + millrace("Millrace", "MillraceForms", "MillraceUndo", "MillraceTesting"),
      swiftSettings: settings),
    .testTarget(
      name: "SevenTerminalTests",
      dependencies: ["SevenTerminal", "SevenSession", "SevenTasks", "SevenTerminalProgram"]
        + support("Terminal", "TerminalFixture") + millrace("Millrace", "MillraceTesting"),
      swiftSettings: settings),
    // Tests of the built program on a display of its own.
    .testTarget(
      name: "SevenWindowsTests", dependencies: ["SevenWindowsProgram"] + support("ProcessFixture"),
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
