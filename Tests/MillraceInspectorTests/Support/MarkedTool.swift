import MillraceCoding

@testable import MillraceInspector

/// The state of a store as a tool puts it together from whole samples and marks, in the plainest way.
struct MarkedTool {
  private(set) var state = JournalValue.null
  private(set) var wholes = 0
  private(set) var marked = 0
  private var number: UInt64?

  struct Odd: Error {
    let reason: String
  }

  /// Takes a frame's head and body.
  mutating func take(_ head: JournalValue, _ body: JournalValue) throws {
    guard let since = head["since"]?.number else {
      (state, number) = (body, head["mark"]?.number)
      wholes += 1
      return
    }
    guard since == number, head["mark"]?.number == since + 1 else { throw Odd(reason: "not the last sample") }
    var next = body["state"] ?? .null
    for (place, marks) in zip(head["tables"]?.array ?? [], body["tables"]?.array ?? []) {
      let names = (place.array ?? []).compactMap(\.text)
      let taken = Set((marks["taken"]?.array ?? []).compactMap(\.number))
      var rows = (state.value(at: names)?.array ?? []).enumerated()
        .filter { !taken.contains(UInt64($0.offset)) }.map(\.element)
      for (position, row) in zip(marks["at"]?.array ?? [], marks["rows"]?.array ?? []) {
        guard let position = position.number.map({ Int($0) }), position <= rows.count else {
          throw Odd(reason: "a position beyond the rows")
        }
        rows.insert(row, at: position)
      }
      guard rows.count == marks["count"]?.number.map({ Int($0) }) else { throw Odd(reason: "the count") }
      guard next.value(at: names) == .array([]) else { throw Odd(reason: "no place for the rows") }
      next.put(.array(rows), at: names[...])
    }
    (state, number) = (next, head["mark"]?.number)
    marked += 1
  }

  /// Takes a sample as its frame would say it.
  mutating func take(_ sample: SampledState, hiding paths: [[String]] = []) throws {
    var head: [JournalValue.Member] = []
    if let marks = sample.marks {
      head.append(.init(key: "mark", value: .init(number: marks.number)))
      if let since = marks.since { head.append(.init(key: "since", value: .init(number: since))) }
      head.append(.init(key: "tables", value: .array(marks.places.map { .texts($0) })))
    }
    try take(.object(head), JournalValue(json: sample.body(hiding: paths)))
  }
}

extension JournalValue {
  func value(at names: [String]) -> JournalValue? { names.reduce(self) { $0?[$1] } }

  fileprivate mutating func put(_ value: JournalValue, at names: ArraySlice<String>) {
    guard let name = names.first else {
      self = value
      return
    }
    guard case .object(var members) = self, let place = members.firstIndex(where: { $0.key == name }) else {
      return
    }
    members[place].value.put(value, at: names.dropFirst())
    self = .object(members)
  }
}
