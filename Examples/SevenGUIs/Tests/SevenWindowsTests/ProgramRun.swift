import Foundation

/// A run of `seven-gtk`, which lies beside the tests.
struct ProgramRun {
  let status: Int32
  let output: String
  /// The standard error, where GTK also writes its warnings.
  let errors: String

  init(_ arguments: [String], on display: Display?) async throws {
    let process = Process()
    process.executableURL = Self.products.appending(path: "seven-gtk")
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = display?.name
    environment["WAYLAND_DISPLAY"] = nil
    environment.merge(["GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "LC_ALL": "C.UTF-8"]) { $1 }
    process.environment = environment
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    async let outputText = Self.text(of: output)
    async let errorText = Self.text(of: errors)
    (self.output, self.errors) = (await outputText, await errorText)
    status = await onThread {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  private static func text(of pipe: Pipe) async -> String {
    let reading = pipe.fileHandleForReading
    return await onThread { String(decoding: reading.readDataToEndOfFile(), as: UTF8.self) }
  }

  private static var products: URL {
    #if canImport(Darwin)
    Bundle(for: Display.self).bundleURL.deletingLastPathComponent()
    #else
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }
}
