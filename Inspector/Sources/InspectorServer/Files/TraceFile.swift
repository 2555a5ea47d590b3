import Foundation
public import InspectorCore
import InspectorFiles
import InspectorOut

/// A whole history as a file of Chrome trace events.
public enum TraceFile {
  /// The number of turns that are in memory at a time.
  private static let piece = 20_000

  /// Writes the history of a file.
  ///
  /// - Parameters:
  ///   - path: The path of a journal, an export or a recording.
  ///   - target: The path of the trace, where no file may exist.
  /// - Throws: ``InspectorProblem`` when one of them cannot be read or written.
  public static func write(_ path: String, to target: String) async throws(InspectorProblem) {
    let file = try FileHistories.open(path)
    let progress = await whole(file)
    let facts = History.Facts(
      application: file.name, flow: progress.flow, kind: .journal, status: .ready, computes: false, began: 0)
    let view = History(0, facts, progress.index, file).view
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw problem(target) }
    let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var trace = PerfettoTrace(name: "\(facts.application): \(facts.flow)")
    var place = 0
    while place < view.index.turns.count {
      let end = min(place + piece, view.index.turns.count) - 1
      let stretch = try await view.stretch(
        view.index.turns[place].number...view.index.turns[end].number, hasStates: false)
      trace.add(stretch)
      place = end + 1
      try write(&trace, to: output, target)
    }
    trace.finish()
    try write(&trace, to: output, target)
  }

  private static func write(
    _ trace: inout PerfettoTrace, to output: FileHandle, _ target: String
  ) throws(InspectorProblem) {
    do { try output.write(contentsOf: Data(trace.bytes)) } catch { throw problem(target) }
    trace.bytes.removeAll(keepingCapacity: true)
  }

  private static func problem(_ target: String) -> InspectorProblem {
    .failure("The trace `\(target)` cannot be written: \(String(cString: strerror(errno))).")
  }

  /// Reads a file to its end.
  private static func whole(_ file: any FileHistory) async -> FileProgress {
    let (stream, continuation) = AsyncStream.makeStream(of: FileProgress.self)
    file.read { progress in
      if progress.share == nil {
        continuation.yield(progress)
        continuation.finish()
      }
    }
    var last: FileProgress?
    for await progress in stream { last = progress }
    file.stop()
    return last ?? FileProgress.empty
  }
}
