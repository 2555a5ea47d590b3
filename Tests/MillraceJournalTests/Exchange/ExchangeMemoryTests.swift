import Foundation
import TestResources
import Testing

@testable import MillraceJournal

#if os(Linux)
/// The memory that exports and imports take, measured in a process of their own.
@Suite("Exchange: memory", .serialized)
@FaultsActor
struct ExchangeMemoryTests {
  @Test(
    "Memory is bounded by four times the largest state", .realProcess, arguments: ExchangeMemory.noteCounts)
  func bound(_ notes: Int) async throws {
    let folder = try ReadingFolder()
    let size = try ExchangeMemory.makeJournal(folder.file(), notes: notes)
    _ = try ExchangeMemory.makeJournal(folder.file("small.journal"), notes: 10)
    for step in ExchangeMemory.Step.allCases {
      await #expect(processExitsWith: .success) {
        [path = folder.path as String, size = size as Int, step = step.rawValue as String] in
        try ExchangeMemory.measure(path, size, #require(.init(rawValue: step)))
      }
    }
    #expect(folder.bytes("1.jsonl") == folder.bytes("2.jsonl"))
    let figures = try ExchangeMemory.Step.allCases.map { step in
      "\(step) \(String(decoding: try #require(folder.bytes(step.rawValue)), as: UTF8.self))"
    }
    print("state \(size) bytes: \(figures.joined(separator: ", "))")
  }
}

enum ExchangeMemory {
  /// About 4 MB; with `MILLRACE_LONG=1` also 75 MB.
  static var noteCounts: [Int] {
    testsAreLong ? [16_000, 315_000] : [16_000]
  }

  /// A journal with a state that is large, many turns, and one large message; gives the size of the state.
  static func makeJournal(_ path: String, notes: Int) throws -> Int {
    let writer = try RowWriter(path)
    let state = ExchangeLarge.notes(notes)
    try writer.execute("BEGIN")
    try writer.snapshot(0, "notes", state)
    try writer.turn(1, "notes", state)
    for turn in 2...400 as ClosedRange<UInt64> { try writer.turn(turn, "notes", .text("turn \(turn)")) }
    try writer.snapshot(400, "notes", state)
    try writer.execute("COMMIT")
    try writer.writeMark()
    writer.close()
    return state.cbor().count
  }

  enum Step: String, CaseIterable {
    case export, imported, exportAgain

    func run(_ folder: String) throws {
      let options = ExportOptions(snapshots: .all)
      switch self {
      case .export:
        try JournalReader(at: folder + "/a.journal").exportJournal(to: folder + "/1.jsonl", options: options)
      case .imported:
        try JournalImport.run(from: folder + "/1.jsonl", to: folder + "/copy.journal")
      case .exportAgain:
        try JournalReader(at: folder + "/copy.journal")
          .exportJournal(to: folder + "/2.jsonl", options: options)
      }
    }
  }

  static func measure(_ folder: String, _ size: Int, _ step: Step) throws {
    // Code that has not run yet is read from disk and counts as memory, too.
    let small = "\(folder)/\(step) small"
    try JournalReader(at: folder + "/small.journal").exportJournal(to: small)
    try JournalImport.run(from: small, to: small + ".journal")
    let before = try value("VmRSS")
    // Sets the peak back to what is taken now.
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    try step.run(folder)
    let taken = try value("VmHWM") - before
    let times = "\(Double(taken * 100 / size) / 100) times"
    try Data(times.utf8).write(to: URL(fileURLWithPath: folder + "/" + step.rawValue))
    // Some megabytes are SQLite's cache and log, whatever the size.
    #expect(taken <= 4 * size + 4_000_000, "\(step): \(taken) bytes for a state of \(size)")
  }

  /// The system's figure of this process's memory, in bytes.
  private static func value(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return try 1024 * #require(
      line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }
}
#endif
