import Foundation

/// The command `dot` of Graphviz, which draws.
///
/// It is searched in the folders of the path and reads the drawing's description from a file; no shell is
/// involved.
public struct Graphviz: Sendable {
  private let path: String
  private let timeLimit: Duration

  /// Creates a reference to the command in a path.
  ///
  /// - Parameters:
  ///   - path: The folders to search, separated by colons; by default those of the process.
  ///   - timeLimit: The time limit of a drawing; at least a millisecond.
  public init(path: String? = nil, timeLimit: Duration = .seconds(30)) {
    self.path = path ?? ProcessInfo.processInfo.environment["PATH"] ?? ""
    self.timeLimit = max(timeLimit, .milliseconds(1))
  }

  /// The location of the command; nil when it is not there, and on systems where a program cannot start
  /// another, such as iOS.
  public var command: String? {
    #if os(macOS) || os(Linux)
    path.split(separator: ":").lazy.map { "\($0)/dot" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    #else
    nil
    #endif
  }

  /// Draws a text in Graphviz's language as SVG, without keeping the caller's thread.
  ///
  /// Graphviz's version does not appear in the drawing. The sizes of texts, and with them the positions,
  /// depend on the installed fonts. Cancelling the task ends the command.
  @concurrent
  public func svg(_ dot: String) async throws(DiagramError) -> String {
    try await svg(dot, arguments: [])
  }

  @concurrent
  func svg(_ dot: String, arguments: [String]) async throws(DiagramError) -> String {
    guard let command else { throw .graphvizNotFound(path: path) }
    #if os(macOS) || os(Linux)
    return withoutComments(try await run(command, dot, arguments))
    #else
    throw .graphvizNotStarted(command: command, reason: "this platform cannot start other programs")
    #endif
  }

  #if os(macOS) || os(Linux)
  private func run(
    _ command: String, _ dot: String, _ arguments: [String]
  ) async throws(DiagramError) -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("harvest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, because pipes would have to be read and written at the same time.
    let drawing = folder.appendingPathComponent("machine.svg")
    let complaints = folder.appendingPathComponent("complaints")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let text = folder.appendingPathComponent("machine.dot")
      try Data(dot.utf8).write(to: text)
      try Data().write(to: complaints)
      process.arguments = arguments + ["-Tsvg", "-o", drawing.path, text.path]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = try FileHandle(forWritingTo: complaints)
      try await GraphvizRun(process).untilEnd(timeLimit)
    } catch let error as DiagramError {
      throw error
    } catch {
      throw .graphvizNotStarted(command: command, reason: error.localizedDescription)
    }
    let message = (try? String(contentsOf: complaints, encoding: .utf8)) ?? ""
    let status = process.terminationStatus
    guard status == 0, process.terminationReason == .exit,
      let svg = try? String(contentsOf: drawing, encoding: .utf8), !svg.isEmpty
    else {
      let words = message.trimmingCharacters(in: .whitespacesAndNewlines)
      throw .graphvizFailed(
        status: status, message: words.replacingOccurrences(of: folder.path + "/", with: ""))
    }
    return svg
  }
  #endif

  /// Removes the SVG's comments; one contains the version.
  private func withoutComments(_ svg: String) -> String {
    var rest = svg[...]
    var kept = ""
    while let start = rest.range(of: "<!--"), let end = rest[start.upperBound...].range(of: "-->") {
      kept += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
      // A comment that is alone in its line leaves no empty line.
      if kept.last?.isNewline ?? true, rest.first?.isNewline ?? false { rest = rest.dropFirst() }
    }
    return kept + rest
  }
}
