import Millrace
import MillraceCoding
import MillraceSupport
import MillraceToolkit

extension Inspector {
  /// Carries out a request of the tool, at home.
  func carryOut(_ request: InspectorRequest, _ answer: InspectorAnswer, _ stores: [String: UInt64]) {
    switch request.operation {
    case .sample:
      sample(stores.sorted { $0.value < $1.value }.map { ($0.key, $0.value) }, then: { answer() })
    case .facts: tellFacts(answer, stores)
    case .compute: compute(request.body, answer)
    case .show where permissions.contains(.goBack): decodePast(request.body, answer)
    case .show: answer.fail(Self.refusal("going back", ".goBack"))
    case .present:
      showPresent()
      answer()
    case .send where permissions.contains(.send): decodeMessage(request.body, answer)
    case .send: answer.fail(Self.refusal("messages of the inspector", ".send"))
    case .keep where permissions.contains(.keep): decodeKept(request.body, answer, stores)
    case .keep: answer.fail(Self.refusal("that the inspector replaces the present", ".keep"))
    case nil:
      answer.fail(
        "This application does not know the request `\(request.name.prefix(100))`. Use tools of its release.")
    }
  }

  private static func refusal(_ what: String, _ permission: String) -> String {
    """
    The application does not allow \(what). Write `allowing: [\(permission)]` where it calls `Inspector.attach(to:)`.
    """
  }

  // MARK: Facts

  private func tellFacts(_ answer: InspectorAnswer, _ stores: [String: UInt64]) {
    guard let flow else { return answer.fail("The flow has ended.") }
    let facts = FlowInternals(flow).facts().map { ($0.store, $0.facts) }
    link.doWork {
      let list = JournalValue.array(facts.map { Self.value(of: $1, store: $0, number: stores[$0]) })
      answer(Array(list.json().utf8))
    }
  }

  private static func value(of facts: StoreFacts, store: String, number: UInt64?) -> JournalValue {
    object([
      ("store", number.map { .init(number: $0) }), ("name", .text(store)),
      ("dialect", facts.dialect.map { .text($0) }),
      ("tables", .array(facts.tables.map { value(of: $0) })),
      ("diagram", facts.diagram.map { value(of: $0) }),
    ])
  }

  private static func value(of table: FactTable) -> JournalValue {
    object([
      ("title", .text(table.title)), ("columns", .texts(table.columns)),
      ("rows", .array(table.rows.map { .texts($0) })),
      ("marked", .array(table.marked.map { .integer(Int64($0)) })),
      ("omitted", table.omitted > 0 ? .integer(Int64(table.omitted)) : nil),
    ])
  }

  private static func value(of diagram: FactDiagram) -> JournalValue {
    object([
      (
        "nodes",
        .array(
          diagram.nodes.map {
            object([
              ("id", .text($0.id)), ("title", .text($0.title)),
              ("parent", $0.parent.map { .text($0) } ?? .null),
              ("active", .bool($0.isActive)),
            ])
          })
      ),
      (
        "edges",
        .array(
          diagram.edges.map {
            object([
              ("from", .text($0.from)), ("to", .text($0.to)), ("title", .text($0.title)),
              ("count", .integer(Int64($0.count))), ("last", .bool($0.isLast)),
            ])
          })
      ),
      ("omitted", diagram.omitted > 0 ? .integer(Int64(diagram.omitted)) : nil),
    ])
  }

  private static func object(_ members: [(String, JournalValue?)]) -> JournalValue {
    .object(members.compactMap { member in member.1.map { .init(key: member.0, value: $0) } })
  }

  // MARK: Computing

  private func compute(_ body: [UInt8], _ answer: InspectorAnswer) {
    let (codecs, hidden, link) = (shown.values.map(\.codec), hidden, link)
    link.doWork {
      do throws(RequestError) {
        let computation = try Computation(
          try RequestBody(body), codecs, hiding: hidden, failing: link.failingStores,
          limit: link.limits.computed)
        link.advance(computation, answer)
      } catch {
        answer.fail(error.description)
      }
    }
  }

  // MARK: Sending

  private func decodeMessage(_ body: [UInt8], _ answer: InspectorAnswer) {
    let (codecs, link) = (shown.mapValues(\.codec), link)
    link.doWork {
      do {
        let (store, value) = try RequestBody(body).message()
        guard let codec = codecs[store] else { throw RequestError(Self.unknown(store)) }
        let message = try codec.message(value)
        link.home.run { $0.send(message, to: store, answer) }
      } catch {
        answer.fail(Self.sentence(error))
      }
    }
  }

  private func send(_ message: any Sendable, to store: String, _ answer: InspectorAnswer) {
    if shown[store]?.send(message) == true { return answer() }
    answer.fail(
      "The store `\(store)` was shown without a way to send. Give `show(_:tables:send:)` a closure that sends them."
    )
  }

  static func unknown(_ store: String) -> String {
    """
    The application shows no store `\(store.prefix(100))` with schemas. Call `inspector.show` for it.
    """
  }

  /// Returns the text of an error of reading a request.
  static func sentence(_ error: any Error) -> String {
    if let error = error as? RequestError { return error.description }
    return "A value of the request cannot be read: \(CodingReason.text(error))."
  }
}

extension InspectorLink {
  /// Takes a computation's turns at home in short slices, and encodes the states between them.
  func advance(_ computation: Computation, _ answer: InspectorAnswer) {
    home.run { [self] inspector in
      let clock = ContinuousClock()
      let end = clock.now + limits.slice
      let reached = computation.advance(inspector.turnTimes) { clock.now < end }
      doWork { [self] in
        guard let reached else { return answer(computation.answer) }
        do throws(RequestError) {
          try computation.encode(reached)
          advance(computation, answer)
        } catch {
          answer.fail(error.description)
        }
      }
    }
  }
}
