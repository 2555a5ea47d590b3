import InspectorCore
import Millrace
import MillraceInspectorWire

/// News of an application, as its frames say it.
enum ApplicationNews: Sendable {
  case application(name: String, process: Int64?)
  case flow(UInt64, name: String, allows: [String], last: UInt64)
  /// `known` is the place of a store that was named before; more is said of it now.
  case store(
    flow: UInt64, known: Int?, name: String, dialect: String?, isExact: Bool, messages: [String])
  case turn(flow: UInt64, ArrivedTurn)
  case event(flow: UInt64, store: Int, ArrivedEvent, at: Int64, RecordPlace)
  case sample(flow: UInt64, store: Int, StateSample)
  case gap(flow: UInt64, ClosedRange<UInt64>)
  case broken(flow: UInt64, HistoryBreak)
  case showing(flow: UInt64, UInt64?)
  case ended(flow: UInt64)
  case answer(UInt64, Result<[UInt8], InspectorProblem>)
  /// Contents are not kept any more.
  case full
}

/// The reason why the frames of an application cannot be understood; the connection ends.
struct ApplicationFlaw: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ reason: String) {
    description =
      "The application does not keep to the inspector's protocol: \(reason). Use one release of Millrace for both."
  }
}

/// The meaning of an application's frames: a value that turns each into news, and keeps what has contents.
struct ApplicationStream {
  /// The maximum number of flows of an application.
  static let flowLimit = 100

  private struct Flow {
    /// The places of the stores in the index, by their numbers.
    var stores: [UInt64: Int] = [:]
    /// The samples with marked tables, by the places of their stores.
    var chains: [Int: MarkChain] = [:]
    /// The stores whose whole states were asked for and have not come.
    var asked: Set<Int> = []
  }

  private var writer: HistoryWriter
  private var flows: [UInt64: Flow] = [:]
  /// Requests that wait to be sent.
  private var requests: [Frame] = []
  private var hasToldFull = false

  init(_ writer: HistoryWriter) { self.writer = writer }

  /// Takes a frame; nil for one that this version does not know.
  mutating func take(_ frame: Frame) throws(ApplicationFlaw) -> ApplicationNews? {
    let head: JSONSlice
    do { head = try JSONDocument(frame.head).root } catch {
      throw ApplicationFlaw("a frame's head is wrong (\(error))")
    }
    let members = Members(head)
    guard head.form == .object else { throw ApplicationFlaw("a frame's head is not an object") }
    switch members.first {
    case "application":
      return .application(name: members.text("application") ?? "", process: members["process"]?.integer)
    case "flow": return try flow(members)
    case "store": return try store(members)
    case "turn": return try turn(members, frame)
    case "event": return try event(members, frame)
    case "state": return try state(members, frame)
    case "dropped":
      let flow = try known(members)
      guard let from = members["from"]?.unsigned, let until = members["until"]?.unsigned, from <= until else {
        throw ApplicationFlaw("`dropped` needs `from` and `until`")
      }
      return .gap(flow: flow, from...until)
    case "break":
      let flow = try known(members)
      guard let number = members["break"]?.unsigned, number > 0, let at = members["at"]?.integer else {
        throw ApplicationFlaw("a break needs its number and `at`")
      }
      return .broken(
        flow: flow,
        HistoryBreak(number: number, at: at, reason: String((members.text("reason") ?? "").prefix(500))))
    case "ended":
      // The application's whole end comes with the end of the connection.
      return members["flow"]?.unsigned.flatMap { flows[$0] == nil ? nil : .ended(flow: $0) }
    case "showing": return .showing(flow: try known(members), members["showing"]?.unsigned)
    case "answer":
      guard let request = members["answer"]?.unsigned else {
        throw ApplicationFlaw("an answer has no number")
      }
      if let error = members.text("error") { return .answer(request, .failure(.impossible(error))) }
      return .answer(request, .success(frame.body))
    default: return nil
    }
  }

  /// Writes the contents, whose places are valid then; returns news about it.
  mutating func flush() -> ApplicationNews? {
    writer.flush()
    guard writer.isFull, !hasToldFull else { return nil }
    hasToldFull = true
    return .full
  }

  /// Takes the requests that the frames have made necessary; their answers are ignored.
  mutating func takeRequests() -> [Frame] {
    defer { requests = [] }
    return requests
  }

  // MARK: Frames

  private func known(_ members: Members) throws(ApplicationFlaw) -> UInt64 {
    guard let flow = members["flow"]?.unsigned, flows[flow] != nil else {
      throw ApplicationFlaw("a frame belongs to no flow that was named before")
    }
    return flow
  }

  /// Returns the flow of a frame, and the place of its store.
  private func place(_ members: Members) throws(ApplicationFlaw) -> (UInt64, Int) {
    let flow = try known(members)
    guard let number = members["store"]?.unsigned, let store = flows[flow]?.stores[number] else {
      throw ApplicationFlaw("a frame belongs to no store that was named before")
    }
    return (flow, store)
  }

  private mutating func flow(_ members: Members) throws(ApplicationFlaw) -> ApplicationNews {
    guard let number = members["flow"]?.unsigned else { throw ApplicationFlaw("a flow has no number") }
    guard flows[number] == nil else { throw ApplicationFlaw("a flow is named twice") }
    guard flows.count < Self.flowLimit else {
      throw ApplicationFlaw("it has more than \(Self.flowLimit) flows, which is the limit")
    }
    flows[number] = Flow()
    return .flow(
      number, name: members.text("name") ?? "",
      allows: members.texts("allows").filter { ["back", "send", "keep"].contains($0) },
      last: members["last"]?.unsigned ?? 0)
  }

  private mutating func store(_ members: Members) throws(ApplicationFlaw) -> ApplicationNews {
    let flow = try known(members)
    guard let number = members["store"]?.unsigned, let place = flows[flow]?.stores.count else {
      throw ApplicationFlaw("a store has no number")
    }
    let known = flows[flow]?.stores[number]
    if known == nil {
      guard place < HistoryIndex.storeLimit else {
        throw ApplicationFlaw("a flow has more than \(HistoryIndex.storeLimit) stores, which is the limit")
      }
      flows[flow]?.stores[number] = place
    }
    return .store(
      flow: flow, known: known, name: members.text("name") ?? "", dialect: members.text("dialect"),
      isExact: members["exact"]?.bool ?? false, messages: members.texts("messages"))
  }

  private mutating func turn(_ members: Members, _ frame: Frame) throws(ApplicationFlaw) -> ApplicationNews {
    let (flow, store) = try place(members)
    guard let number = members["turn"]?.unsigned, number > 0, let at = members["at"]?.integer,
      let cause = members.text("cause").flatMap({ Cause($0) })
    else { throw ApplicationFlaw("a turn needs its number, `at` and `cause`") }
    var events: [ArrivedEvent] = []
    if let effects = members["effects"] {
      for child in effects.children { if let event = Self.event(child.value) { events.append(event) } }
    }
    var marks: TurnEntry.Marks = []
    if members["handled"]?.bool == false { marks.insert(.unhandled) }
    let isCut = members["cut"]?.bool ?? false
    if isCut { marks.insert(.cut) }
    if !isCut, members["kind"] != nil, members["reflected"]?.bool != true, !frame.body.isEmpty {
      marks.insert(.exact)
    }
    return .turn(
      flow: flow,
      ArrivedTurn(
        number: number, at: at, store: store, name: members.text("name") ?? "", cause: cause, marks: marks,
        update: members["update"]?.integer.map { Int(clamping: $0) },
        observers: members["observers"]?.integer.map { Int(clamping: $0) }, effects: events,
        place: writer.append(frame.head, frame.body)))
  }

  private mutating func event(_ members: Members, _ frame: Frame) throws(ApplicationFlaw) -> ApplicationNews?
  {
    let (flow, store) = try place(members)
    guard let event = members["event"].flatMap({ Self.event($0) }), let at = members["at"]?.integer else {
      return nil
    }
    return .event(flow: flow, store: store, event, at: at, writer.append(frame.head, []))
  }

  private mutating func state(_ members: Members, _ frame: Frame) throws(ApplicationFlaw) -> ApplicationNews?
  {
    let (flow, store) = try place(members)
    guard let turn = members["state"]?.unsigned, let at = members["at"]?.integer else {
      throw ApplicationFlaw("a state needs its turn and `at`")
    }
    guard !frame.body.isEmpty else { return nil }
    if members["since"] != nil { return marks(members, frame, flow, store, turn, at) }
    flows[flow]?.chains[store] = nil
    let isExact =
      members["kind"] != nil && members["reflected"]?.bool != true && members["cut"]?.bool != true
    let place = writer.append(frame.head, frame.body)
    // The turns that have come so far are valuable without it; a state without contents is not.
    guard place.offset != .max else { return nil }
    if isExact, let number = members["mark"]?.unsigned, let kind = members.text("kind"),
      let places = MarkChain.places(members["tables"]), let document = try? JSONDocument(frame.body),
      let state = MarkedState(document, places: places)
    {
      flows[flow]?.chains[store] = MarkChain(number, kind: kind, state, places: places, at: place)
      flows[flow]?.asked.remove(store)
    }
    return .sample(flow: flow, store: store, StateSample(turn: turn, at: at, place: place, isExact: isExact))
  }

  // MARK: Marks

  /// Takes a sample that marks the changes of tables.
  ///
  /// Marks that do not fit the last sample are not kept, and a whole state is asked for.
  private mutating func marks(
    _ members: Members, _ frame: Frame, _ flow: UInt64, _ store: Int, _ turn: UInt64, _ at: Int64
  ) -> ApplicationNews? {
    guard var chain = flows[flow]?.chains[store], let number = members["mark"]?.unsigned,
      members["since"]?.unsigned == chain.number, number > chain.number, members.text("kind") == chain.kind,
      MarkChain.places(members["tables"]) == chain.places, let document = try? JSONDocument(frame.body),
      let marks = StateMarks(document, places: chain.places, counts: chain.counts)
    else {
      askForWhole(flow, store)
      return nil
    }
    var place = writer.append(chain.head(of: turn), frame.body)
    guard place.offset != .max else {
      flows[flow]?.chains[store] = nil
      return nil
    }
    chain.add(marks, number, at: place)
    if chain.isLong {
      guard let whole = keepWhole(chain, turn) else {
        flows[flow]?.chains[store] = nil
        return .sample(flow: flow, store: store, StateSample(turn: turn, at: at, place: place, isExact: true))
      }
      place = whole
      chain.shorten(to: whole)
    }
    flows[flow]?.chains[store] = chain
    return .sample(flow: flow, store: store, StateSample(turn: turn, at: at, place: place, isExact: true))
  }

  /// Keeps the last sample of a store as a whole state; nil if that is not possible.
  private mutating func keepWhole(_ chain: MarkChain, _ turn: UInt64) -> RecordPlace? {
    writer.flush()
    guard !writer.isFull, let state = try? writer.file.state(marksAt: chain.last) else { return nil }
    let place = writer.append(chain.wholeHead(of: turn), state)
    return place.offset == .max ? nil : place
  }

  /// Asks for whole states, once until that of the store has come.
  private mutating func askForWhole(_ flow: UInt64, _ store: Int) {
    flows[flow]?.chains[store] = nil
    guard !writer.isFull, flows[flow]?.asked.insert(store).inserted == true else { return }
    requests.append(Frame(head: #"{"request":0,"do":"sample","flow":\#(flow),"full":true}"#))
  }

  /// Reads an event; nil for a step that this version does not know.
  private static func event(_ value: JSONSlice) -> ArrivedEvent? {
    let members = Members(value)
    guard let step = members.text("kind").flatMap({ EffectStep($0) }),
      let effect = members["effect"]?.unsigned, let turn = members["turn"]?.unsigned
    else { return nil }
    return ArrivedEvent(step, effect: effect, turn: turn)
  }
}

/// The members of an object, found in one pass.
///
/// Of members with the same name the first counts.
struct Members {
  /// The name of the first member.
  private(set) var first: String?
  private var values: [(name: String, value: JSONSlice)] = []

  init(_ object: JSONSlice) {
    guard object.form == .object else { return }
    for child in object.children.prefix(64) {
      guard let name = child.name else { continue }
      if first == nil { first = name }
      values.append((name, child.value))
    }
  }

  subscript(name: String) -> JSONSlice? { values.first { $0.name == name }?.value }

  func text(_ name: String) -> String? { self[name]?.text }

  func texts(_ name: String) -> [String] {
    guard let list = self[name], list.form == .array else { return [] }
    return list.children.prefix(1000).compactMap { $0.value.text }
  }
}
