import Foundation
import Millrace

/// A history that was read, whichever form its lines have.
struct ReadHistory: Sendable {
  let header: HistoryHeader
  /// True for an export of a journal, which says less than a recorder's history.
  var isExport = false
  /// The entries, by the runs of the program that recorded them; a recorder records one.
  var runs: [[HistoryEntry]] = [[]]
  var turnCount = 0
  /// True when the last line was cut off and left out.
  var isCutShort = false
  /// True when the last line marks the end.
  var isFinished = false
}

/// Reads the lines of a history and checks that they belong together.
struct HistoryReader {
  private(set) var history: ReadHistory
  private var lastTurn: UInt64
  private var names: Set<String> = []

  /// The latest time that a history may have; queues can add to it without an overflow.
  private static let latestTime = Duration.seconds(1_000_000_000_000)

  init(_ data: Data) throws(HistoryError) {
    let lines = HistoryLines(data)
    guard let first = lines.first else { throw .empty }
    let decoder = HistoryCoding.decoder()
    history = ReadHistory(header: try Self.header(first, decoder))
    lastTurn = history.header.first
    history.isCutShort = try lines.readRest { line, number in
      try take(HistoryEntry(line, number: number, decoder))
    }
  }

  private static func header(_ line: Data, _ decoder: JSONDecoder) throws(HistoryError) -> HistoryHeader {
    struct Mark: Decodable {
      let history: String
      let version: Int
    }
    guard let mark = try? decoder.decode(Mark.self, from: line), mark.history == HistoryHeader.mark else {
      throw .notAHistory(firstLine: String(String(decoding: line, as: UTF8.self).prefix(60)))
    }
    if mark.version != HistoryHeader.version {
      throw .unknownVersion(mark.version, known: HistoryHeader.version)
    }
    return try HistoryError.catching {
      let header = try decoder.decode(HistoryHeader.self, from: line)
      if header.every < 1 { throw MisplacedLine("`every` is \(header.every)") }
      return header
    } as: {
      .brokenLine(1, reason: $0)
    }
  }

  private mutating func take(_ entry: HistoryEntry) throws {
    if history.isFinished { throw MisplacedLine("it follows the last line") }
    switch entry.item {
    case .restored, .begun: break
    case .store(let store):
      if !names.insert(store.enters).inserted {
        throw MisplacedLine("the store `\(store.enters)` is added twice")
      }
    case .turn(let turn):
      try check(turn.store, turn.time)
      if turn.turn <= lastTurn { throw MisplacedLine("turn \(turn.turn) cannot come after turn \(lastTurn)") }
      lastTurn = turn.turn
      history.turnCount += 1
    case .interval(let interval):
      try check(interval.store, interval.time)
      if interval.after != lastTurn {
        throw MisplacedLine(
          "it belongs to the time after turn \(interval.after), but follows turn \(lastTurn)")
      }
    case .end(let end):
      if end.end != history.turnCount {
        throw MisplacedLine("it counts \(end.end) turns, but there are \(history.turnCount)")
      }
      history.isFinished = true
      return
    }
    history.runs[0].append(entry)
  }

  private func check(_ store: String, _ time: Duration?) throws {
    if !names.contains(store) { throw MisplacedLine("there is no store `\(store)`") }
    if let time, time < .zero || time > Self.latestTime { throw MisplacedLine("its time is \(time)") }
  }
}
