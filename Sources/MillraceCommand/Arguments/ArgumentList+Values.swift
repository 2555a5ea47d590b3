import Millrace
import MillraceJournal

/// The typed values of a command's arguments.
extension ArgumentList {
  /// Returns the positional arguments; throws for too few or too many.
  func checkedPlaces() throws(UsageError) -> [String] {
    var expected = verb.manual.arguments
    if verb == .import, has("--check") { expected.removeLast() }
    if places.count > expected.count {
      throw UsageError("`\(places[expected.count])` is one argument too many.", in: verb)
    }
    if let missing = expected.dropFirst(places.count).first(where: { !$0.isOptional }) {
      let usage = Manual.usage(of: verb, expected)
      throw UsageError("\(missing.name) is missing: `\(usage)`.", in: verb)
    }
    if let place = places.firstIndex(of: "") {
      throw UsageError("\(expected[place].name) is empty.", in: verb)
    }
    return places
  }

  /// Returns the turn that an option names; nil without the option.
  func turn(_ option: String) throws(UsageError) -> UInt64? {
    guard let text = self[option] else { return nil }
    return try turn(text, option)
  }

  /// Parses the number of a turn, which may contain commas as in the output.
  func turn(_ text: String, _ name: String) throws(UsageError) -> UInt64 {
    if let number = Self.number(text) { return number }
    throw UsageError("\(name) must be the number of a turn, but it is `\(text)`.", in: verb)
  }

  func limit() throws(UsageError) -> LogRequest.Limit {
    guard let text = self["--last"] else { return .fitting }
    if text == "all" { return .all }
    guard let number = Self.number(text), number > 0 else {
      throw UsageError("`--last` takes a number from 1, or `all`, but not `\(text)`.", in: verb)
    }
    return .newest(Int(clamping: number))
  }

  func retention() throws(UsageError) -> SnapshotRetention {
    guard let text = self["--snapshots"] else { return .all }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let numbers = parts.dropFirst().map { Self.number($0) }
    switch (parts[0], numbers.count) {
    case ("all", 0): return .all
    case ("newest", 1):
      if let count = numbers[0], count > 0 { return .newest(Int(clamping: count)) }
    case ("spaced", 2):
      if let count = numbers[0], let turns = numbers[1], turns > 0 {
        return .spaced(newest: Int(clamping: count), turns: turns)
      }
    default: break
    }
    throw UsageError(
      "`--snapshots` takes `all`, `newest:3` or `spaced:3:100000` (numbers from 1), but not `\(text)`.",
      in: verb)
  }

  /// Parses the subject of `show`: the number of a turn, or a durable effect by its key.
  func subject(_ turn: String?) throws(UsageError) -> ShowSubject {
    switch (turn, self["--key"]) {
    case (let text?, nil): return .turn(try self.turn(text, "TURN"))
    case (nil, let key?): return .key(key)
    case (nil, nil):
      throw UsageError("TURN is missing: `millrace journal show JOURNAL TURN`, or `--key KEY`.", in: verb)
    case (_?, _?):
      throw UsageError("`--key` finds the turn by itself; omit it or TURN.", in: verb)
    }
  }

  /// Parses the permissions of new files, in the form of `chmod`.
  func permissions() throws(UsageError) -> AccessPermissions {
    guard let text = self["--mode"] else { return .ownerOnly }
    guard (3...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x37).contains($0) }),
      let mode = UInt16(text, radix: 8), mode <= 0o777, mode & 0o600 == 0o600
    else {
      throw UsageError(
        "`--mode` takes permissions like 640, which let the owner read and write, but not `\(text)`.",
        in: verb)
    }
    return AccessPermissions(files: mode)
  }

  func tasks() throws(UsageError) -> BranchTasks {
    switch self["--tasks"] {
    case nil, "drop": .drop
    case "keep": .keep
    case let other?: throw UsageError("`--tasks` takes `drop` or `keep`, but not `\(other)`.", in: verb)
    }
  }

  /// Reads a number in digits, which may stand in groups of three: a comma in another place is a mistyped
  /// point.
  private static func number(_ text: String) -> UInt64? {
    let groups = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "_" }
    guard groups.count == 1 || (1...3).contains(groups[0].count),
      groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    // A journal counts up to Int64.max.
    return UInt64(digits: groups.joined()).flatMap { $0 <= UInt64(Int64.max) ? $0 : nil }
  }
}
