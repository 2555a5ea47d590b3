import Millrace
import MillraceCoding
import MillraceDifference

/// An entry as a JSON object in one line.
enum JSONLine {
  static func of(_ entry: TurnLog.Entry) -> String {
    var line = Members()
    line.add("time", .text(LogTime.text(entry.time)))
    line.add("level", .text(entry.level.rawValue))
    line.add("event", .text(entry.event.rawValue))
    line.add("flow", .text(entry.flow))
    line.add("store", entry.store.map { .text($0) })
    line.add("turn", entry.turn.map { .unsigned($0) })
    line.add("message", entry.message.map { .text($0) })
    line.add("cause", entry.cause.map { .text("\($0)") })
    line.add("causeName", entry.causeName.map { .text($0) })
    line.add("updateMicroseconds", entry.times.map { .integer(microseconds($0.update)) })
    line.add("observersMicroseconds", entry.times.map { .integer(microseconds($0.observers)) })
    if !entry.changes.isEmpty { line.add("changes", .array(entry.changes.map { .text($0) })) }
    if !entry.effects.isEmpty { line.add("effects", .array(entry.effects.map { value(of: $0) })) }
    line.add("text", entry.text.map { .text($0) })
    if entry.lostCount > 0 { line.add("lost", .integer(Int64(entry.lostCount))) }
    return visible(line.value.json())
  }

  private static func value(of effect: TurnLog.Effect) -> JournalValue {
    var members = Members()
    members.add("event", .text(effect.event.rawValue))
    members.add("effect", .unsigned(effect.number))
    members.add("turn", .unsigned(effect.turn))
    members.add("label", effect.label.map { .text($0) })
    members.add("id", effect.id.map { .text($0) })
    members.add("queue", effect.queue.map { .text($0) })
    members.add("part", effect.part.map { .text($0) })
    members.add("text", effect.text.map { .text($0) })
    return members.value
  }

  private static func microseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// Escapes the invisible characters that JSON allows in texts, but that a terminal or a reader of lines
  /// obeys.
  ///
  /// Outside of texts JSON here has only ASCII.
  static func visible(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: { !$0.isASCII }) else { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      if scalar.isASCII || escaped(String(scalar)) == String(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in UTF16.encode(scalar).map({ Array($0) }) ?? [] {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result
  }
}

private struct Members {
  private var members: [JournalValue.Member] = []

  var value: JournalValue { .object(members) }

  mutating func add(_ key: String, _ value: JournalValue?) {
    if let value { members.append(JournalValue.Member(key: key, value: value)) }
  }
}
