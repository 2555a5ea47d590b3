public import InspectorCore

/// One flow of one application, or one journal: what the page lists, and all that is known of it.
///
/// It lives on the server's loop. Requests of the page work on a ``HistoryView``, which is a copy.
public final class History {
  /// The description of a history.
  public struct Facts: Sendable {
    /// The way a history came about.
    public enum Kind: String, Sendable { case live, journal }
    /// The present condition of a history.
    public enum Status: String, Sendable { case connected, ended, reading, ready }

    public var application: String
    public var process: Int64?
    public var flow: String
    public var kind: Kind
    public var status: Status
    /// A sentence for the people at the page.
    public var note: String?
    /// `back`, `send` and `keep`, as far as the application allows them.
    public var allows: [String] = []
    /// True if states can be computed.
    public var computes: Bool
    /// The turn that the application shows; nil for the present.
    public var showing: UInt64?
    /// The time of the beginning, in nanoseconds since 1970.
    public var began: Int64

    /// Creates a description.
    public init(
      application: String, process: Int64? = nil, flow: String, kind: Kind, status: Status,
      computes: Bool, began: Int64
    ) {
      self.application = application
      self.process = process
      self.flow = flow
      self.kind = kind
      self.status = status
      self.computes = computes
      self.began = began
    }
  }

  /// The number by which the page names it.
  public let id: Int
  public var facts: Facts
  public var index: HistoryIndex
  /// The contents behind the index.
  public let source: any HistorySource
  let lists = FilteredLists()
  let states: StateCache
  let branches = BranchBook()

  init(_ id: Int, _ facts: Facts, _ index: HistoryIndex, _ source: any HistorySource) {
    self.id = id
    self.facts = facts
    self.index = index
    self.source = source
    states = StateCache(source)
  }

  var view: HistoryView {
    HistoryView(
      id: id, facts: facts, index: index, source: source, lists: lists, states: states, branches: branches)
  }
}

/// A history as it is at one moment, for the answer to a request.
public struct HistoryView: Sendable {
  public let id: Int
  public let facts: History.Facts
  public let index: HistoryIndex
  public let source: any HistorySource
  let lists: FilteredLists
  let states: StateCache
  let branches: BranchBook

  /// The history as the page lists it.
  var summary: JSONOutput {
    [
      "id": .number(id), "application": .text(facts.application),
      "process": facts.process.map { .integer($0) }, "flow": .text(facts.flow),
      "kind": .text(facts.kind.rawValue), "status": .text(facts.status.rawValue),
      "note": facts.note.map { .text($0) }, "allows": .array(facts.allows.map { .text($0) }),
      "computes": .bool(facts.computes), "branches": .bool(facts.computes),
      "turns": .number(index.turns.count),
      "first": .unsigned(index.turns.first?.number ?? 0), "last": .unsigned(index.turns.last?.number ?? 0),
      "breaks": .array(index.breaks.map { ["n": .unsigned($0.number), "reason": .text($0.reason)] }),
      "lost": .unsigned(index.lost), "showing": facts.showing.map { .unsigned($0) } ?? .null,
      // An application connects before the tool knows it, and may be older than its first turn here.
      "began": .integer(min(facts.began, index.turns.first?.at ?? .max)),
      "stores": .array(
        index.stores.map { store in
          [
            "name": .text(store.name), "dialect": store.dialect.map { .text($0) },
            "exact": .bool(store.isExact), "turns": .number(store.turns.count),
            "kinds": .array(store.messages.map { .text($0) }),
          ]
        }),
      "names": .array(index.names.list.prefix(200).map { .text($0) }),
    ]
  }
}
