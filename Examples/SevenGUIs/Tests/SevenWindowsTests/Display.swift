import Foundation

/// A display in memory, which ends with this object.
final class Display {
  let name: String
  private let server = Process()

  init() throws {
    let output = Pipe()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The server chooses a free number, and writes it when it listens.
    server.arguments = [
      "Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset",
    ]
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    var text = ""
    while !text.hasSuffix("\n") {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
        throw NoDisplay()
      }
      text += String(decoding: byte, as: UTF8.self)
    }
    name = ":" + text.dropLast()
  }

  deinit {
    server.terminate()
    server.waitUntilExit()
  }

  struct NoDisplay: Error, CustomStringConvertible {
    var description: String {
      "Xvfb did not start; install it (Debian: apt-get install xvfb), and see that it is in the PATH."
    }
  }
}

/// A run of the program on a display.
struct ProgramRun {
  let status: Int32
  let output: String
  /// The standard error, where GTK also writes its warnings.
  let errors: String

  /// Runs `seven-gtk`, which lies beside the tests.
  init(_ arguments: [String], on display: String?) async throws {
    let process = Process()
    process.executableURL = Self.products.appending(path: "seven-gtk")
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = display
    environment["WAYLAND_DISPLAY"] = nil
    environment.merge([
      "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "NO_AT_BRIDGE": "1", "LC_ALL": "C.UTF-8",
    ]) { $1 }
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    let errors = FileManager.default.temporaryDirectory.appending(path: "seven-errors-\(UUID().uuidString)")
    FileManager.default.createFile(atPath: errors.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    let reading = output.fileHandleForReading
    let (texts, text) = AsyncStream.makeStream(of: Data.self)
    // On its own thread, because a blocked thread of Swift's pool would keep other tests from running.
    Thread.detachNewThread {
      text.yield(reading.readDataToEndOfFile())
      text.finish()
    }
    var data = Data()
    for await part in texts { data += part }
    for await _ in ends {}
    self.output = String(decoding: data, as: UTF8.self)
    self.errors = try String(contentsOf: errors, encoding: .utf8)
    status = process.terminationStatus
  }

  private static var products: URL {
    #if canImport(Darwin)
    Bundle(for: Display.self).bundleURL.deletingLastPathComponent()
    #else
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }
}
