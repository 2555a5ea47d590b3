import Foundation
import MillraceJournal
import NotesClient
import Terminal

/// A command that shows a recorded session: as a list without a terminal, and step by step on the full
/// screen.
@MainActor
struct ReplayTool {
  let file: String
  let isJSON: Bool

  func run() async throws -> Status {
    let replay = try await Replay(at: file)
    defer { replay.close() }
    if !isJSON, isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 {
      try await ReplayScreen(replay).run()
      return .done
    }
    return try list(replay)
  }

  private func list(_ replay: Replay) throws -> Status {
    for turn in replay.turns {
      if isJSON {
        try Output.write(json: Self.json(turn))
      } else {
        try Output.write(replay.line(about: turn))
      }
    }
    let differences = try replay.differences()
    if isJSON {
      try Output.write(json: Self.json(turns: replay.turns.count, differences))
    } else {
      try Output.write(replay.verdict(differences))
    }
    return differences == [] ? .done : .failed
  }

  /// Encodes a turn with its whole message.
  static func json(_ turn: JournalTurn) -> String {
    object([
      ("sequence", .unsigned(turn.sequence)), ("store", .text(turn.store)),
      ("message", turn.message ?? .null),
    ])
  }

  /// Encodes the result of the comparison; `null` where nothing could be compared.
  static func json(turns: Int, _ differences: [String]?) -> String {
    object([
      ("turns", .integer(Int64(turns))), ("isEqual", differences.map { .bool($0.isEmpty) } ?? .null),
      ("differences", .array((differences ?? []).map { .text($0) })),
    ])
  }

  private static func object(_ members: [(String, JournalValue)]) -> String {
    JournalValue.object(members.map { JournalValue.Member(key: $0, value: $1) }).json()
  }
}
