import Foundation
import ProcessFixture
import Testing

/// The built program, killed for real.
@Suite("The program, killed")
struct KillTests {
  private final class Here {}

  /// The program, which is beside the tests.
  private var program: String {
    #if canImport(Darwin)
    let tests = Bundle(for: Here.self).bundleURL
    #else
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
    return tests.deletingLastPathComponent().appendingPathComponent("pantry").path
  }

  /// Runs the program on an input, and waits for its end.
  private func run(_ input: FileHandle, _ folder: URL) throws -> (printed: [String], end: ChildProcess.End) {
    let process = try ChildProcess(
      program, ["--folder", folder.appendingPathComponent("archives").path],
      input: .descriptor(input.fileDescriptor), output: .pipe)
    let lines = process.output.text().split(separator: "\n").map(String.init)
    return (lines, process.wait())
  }

  @Test("The next start has all that was said to be saved, and goes on with the next line of the same input")
  func kill() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pantry-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = folder.appendingPathComponent("session.txt")
    try Data("sample\nbuy bread\nwait 2\nneed tea\ncrash\nneed rice\nsave\ncrash\nlist\nquit\n".utf8).write(
      to: text)
    let input = try FileHandle(forReadingFrom: text)
    defer { try? input.close() }

    let first = try run(input, folder)
    #expect(first.end == .signal(SIGKILL))
    #expect(
      first.printed.suffix(4) == ["Saved: book, list, stock.", "> need tea", "  list: tea 1", "> crash"])
    let second = try run(input, folder)
    #expect(second.end == .signal(SIGKILL))
    #expect(
      second.printed == [
        "Restored from the archive:", "  stock: bread 1, coffee 1, milk 2, rice 3", "  list: butter 1",
        "  book: day 1, 16.90 left", "> need rice", "  list: rice 1", "> save", "Saved: list.", "> crash",
      ])
    let third = try run(input, folder)
    #expect(third.end == .status(0))
    #expect(third.printed.suffix(3) == ["> list", "  list: butter 1, rice 1", "> quit"])
  }

  @Test("A folder that cannot be used is no place to go on from")
  func folder() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("pantry-\(UUID())")
    try Data("need tea\nsave\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let input = try FileHandle(forReadingFrom: file)
    defer { try? input.close() }
    let (printed, end) = try run(input, file)
    #expect(end == .status(1), "\(printed)")
    #expect(!printed.contains { $0.hasPrefix("Saved") }, "\(printed)")
  }
}
