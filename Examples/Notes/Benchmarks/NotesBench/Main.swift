import Foundation

/// A program that measures the figures of the README: `notes-bench sample.json [--json] [--quick]`; see
/// Scripts/bench.
@main
struct Main {
  @MainActor
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let sample = arguments.first { !$0.hasPrefix("-") } ?? "sample.json"
    let isQuick = arguments.contains("--quick")
    let folder = FileManager.default.temporaryDirectory.appending(path: "notes-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var figures = try ServerBench(
        folder: folder, sample: sample, seconds: isQuick ? 1 : 3, rounds: isQuick ? 1 : 5
      ).run()
      figures += try await ClientBench(folder: folder, rounds: isQuick ? 3 : 15).run()
      for line in arguments.contains("--json") ? figures.map(\.json) : Figure.table(figures) { print(line) }
    } catch {
      FileHandle.standardError.write(Data("notes-bench: \(error)\n".utf8))
      try? FileManager.default.removeItem(at: folder)
      exit(1)
    }
  }
}
