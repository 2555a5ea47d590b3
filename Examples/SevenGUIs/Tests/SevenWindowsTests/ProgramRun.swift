import Foundation
import ProcessFixture

/// A run of `seven-gtk`, which lies beside the tests.
struct ProgramRun {
  let status: Int32
  let output: String
  /// The standard error, where GTK also writes its warnings.
  let errors: String

  init(_ arguments: [String], on display: Display?) async throws {
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = display?.name
    environment["WAYLAND_DISPLAY"] = nil
    environment.merge(["GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "LC_ALL": "C.UTF-8"]) { $1 }
    let process = try ChildProcess(
      Self.products.appending(path: "seven-gtk").path, arguments, environment: environment, output: .pipe,
      errors: .pipe)
    async let outputText = process.output.text()
    async let errorText = process.errors.text()
    (output, errors) = (await outputText, await errorText)
    status = await process.ended().status
  }

  private static var products: URL {
    #if canImport(Darwin)
    Bundle(for: Display.self).bundleURL.deletingLastPathComponent()
    #else
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }
}
