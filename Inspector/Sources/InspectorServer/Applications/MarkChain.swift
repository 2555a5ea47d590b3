import InspectorCore

/// The last sample with marked tables that was kept of a store, as far as the next marks need it.
struct MarkChain {
  /// The number of samples with marks behind a whole one at which the tool puts a whole one together itself.
  static let lengthLimit = 4096

  /// The kind of the states, such as `library@1`.
  let kind: String
  /// The places of the tables in the state.
  let places: [[String]]
  /// The number of the last sample.
  private(set) var number: UInt64
  /// The numbers of the tables' rows.
  private(set) var counts: [Int]
  /// The place of the last sample.
  private(set) var last: RecordPlace
  private var wholeSize: Int
  private var size = 0
  private var length = 0

  init(_ number: UInt64, kind: String, _ state: MarkedState, places: [[String]], at place: RecordPlace) {
    self.number = number
    self.kind = kind
    self.places = places
    counts = state.counts
    last = place
    wholeSize = Int(place.body)
  }

  /// Notes marks that were kept.
  mutating func add(_ marks: StateMarks, _ number: UInt64, at place: RecordPlace) {
    self.number = number
    counts = marks.tables.map(\.count)
    last = place
    size += Int(place.head) + Int(place.body)
    length += 1
  }

  /// True when the marks have become as large as the state, so that a whole one costs no more than they did.
  var isLong: Bool { length >= Self.lengthLimit || size > max(wholeSize, 1 << 20) }

  /// Notes that the last sample was kept as a whole one.
  mutating func shorten(to place: RecordPlace) {
    last = place
    wholeSize = Int(place.body)
    (size, length) = (0, 0)
  }

  /// Returns the head of marks as the file keeps it: it leads to the sample that they change.
  func head(of turn: UInt64) -> [UInt8] {
    JSONOutput.object([
      "marks": .unsigned(turn), "kind": .text(kind),
      "tables": .array(places.map { .array($0.map { .text($0) }) }),
      "base": [.unsigned(last.offset), .number(last.head), .number(last.body)],
    ]).bytes
  }

  /// Returns the head of a whole state that the tool has put together.
  func wholeHead(of turn: UInt64) -> [UInt8] {
    JSONOutput.object(["state": .unsigned(turn), "kind": .text(kind)]).bytes
  }

  /// Reads the places of tables, so that none is a part of another; nil for anything else.
  static func places(_ list: JSONSlice?) -> [[String]]? {
    guard let list, list.form == .array else { return nil }
    var places: [[String]] = []
    for child in list.children.prefix(1000) {
      guard child.value.form == .array else { return nil }
      var names: [String] = []
      for step in child.value.children.prefix(JSONDocument.nestingLimit) {
        guard let name = step.value.text else { return nil }
        names.append(name)
      }
      guard !places.contains(where: { $0.starts(with: names) || names.starts(with: $0) }) else { return nil }
      places.append(names)
    }
    return places
  }
}

extension HistoryFile {
  /// Puts a state together from the marks at a place, and the samples that they change.
  ///
  /// O(bytes of all of them).
  func state(marksAt place: RecordPlace) throws(InspectorProblem) -> [UInt8] {
    var marks: [RecordPlace] = []
    var places: [[String]] = []
    var next = place
    while true {
      let head = try head(at: next)
      guard head.first == "marks" else { break }
      if marks.isEmpty { places = MarkChain.places(head["tables"]) ?? [] }
      marks.append(next)
      guard let base = Self.place(head["base"]), base.offset < next.offset,
        marks.count <= MarkChain.lengthLimit
      else { throw Self.damaged }
      next = base
    }
    guard var state = MarkedState(try document(at: next), places: places) else { throw Self.damaged }
    for place in marks.reversed() {
      guard state.apply(try document(at: place)) else { throw Self.damaged }
    }
    return state.json
  }

  /// Reads the head at a place, which was checked when it arrived.
  func head(at place: RecordPlace) throws(InspectorProblem) -> Members {
    let bytes = try read(Int(place.head), at: place.offset)
    do { return Members(try JSONDocument(bytes).root) } catch { throw .failure("\(error)") }
  }

  private func document(at place: RecordPlace) throws(InspectorProblem) -> JSONDocument {
    let bytes = try read(Int(place.body), at: place.offset + UInt64(place.head))
    do { return try JSONDocument(bytes) } catch { throw Self.damaged }
  }

  private static func place(_ list: JSONSlice?) -> RecordPlace? {
    guard let offset = list?[0]?.unsigned, let head = list?[1]?.unsigned.flatMap({ UInt32(exactly: $0) }),
      let body = list?[2]?.unsigned.flatMap({ UInt32(exactly: $0) })
    else { return nil }
    return RecordPlace(offset: offset, head: head, body: body)
  }

  private static var damaged: InspectorProblem {
    .failure("The rows of a state that was kept are damaged. Ask for the state of another turn.")
  }
}
