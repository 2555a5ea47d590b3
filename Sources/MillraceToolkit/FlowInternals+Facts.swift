import Millrace
import MillraceCore

extension FlowInternals {
  /// Returns the insides of every store on the flow, in the order in which they joined: its name, its number
  /// in the order of creation from 1, and its facts.
  ///
  /// The kernel's tables of each store are `Effects`, `Queues`, `Subscriptions`, `Messages` that have not had
  /// their turn, `Observers`, `Gates` before it, and held `Locks` of the flow.
  ///
  /// Call it at home, outside an update. Cost: O(effects, messages, subscriptions and observers); a turn
  /// costs the same whether or not a tool ever calls it.
  public func facts() -> [(store: String, number: UInt64, facts: StoreFacts)] {
    let reader = FactReader()
    flow.forEachStore(reader)
    return reader.found
  }
}

/// Collects the facts of a flow's stores.
private final class FactReader: StoreVisitor {
  var found: [(store: String, number: UInt64, facts: StoreFacts)] = []

  func visit<State, Message>(_ store: Store<State, Message>) {
    var facts = store.withState { state in store.insides?.facts(state) } as? StoreFacts ?? StoreFacts()
    facts.tables += kernelTables(of: store)
    facts.tables.removeAll { $0.rows.isEmpty }
    found.append((store.storeName, store.storeNumber, facts))
  }

  private func kernelTables<State, Message>(of store: Store<State, Message>) -> [FactTable] {
    let now = store.effectClock ?? .zero
    return [
      FactTable(
        "Effects", columns: ["Number", "Label", "Id", "Queue", "Phase", "Turn", "Part"],
        of: store.effectsInFlight, marked: { $0.phase == .running },
        row: { effect in
          [
            "\(effect.serial)", text(effect.label), text(effect.id), text(effect.queue), "\(effect.phase)",
            text(effect.turn), text(effect.part),
          ]
        }),
      FactTable(
        "Queues", columns: ["Name", "Strategy", "Running", "Waiting", "Time left"], of: store.openQueues,
        marked: { $0.waitingCount > 0 },
        row: { queue in
          [
            "\(queue.name)", "\(queue.policy.strategy)", "\(queue.runningCount)", "\(queue.waitingCount)",
            text(queue.deadline.map { max(.zero, $0 - now) }),
          ]
        }),
      FactTable(
        "Subscriptions", columns: ["Number", "Id"], of: store.liveSubscriptions,
        row: { ["\($0.serial)", "\($0.id)"] }),
      FactTable(
        "Messages", columns: ["Message", "Cause", "Delay"], of: store.pendingMessages,
        row: { [FactText.name(of: $0.message), "\($0.cause)", text($0.delay)] }),
      FactTable(
        "Observers", columns: ["Part", "Kind", "Observers", "Calls"],
        of: store.observerGroups.sorted { ($0.part, $0.kind) < ($1.part, $1.kind) },
        row: { [$0.part, $0.kind, "\($0.count)", "\($0.calls)"] }),
      FactTable("Gates", columns: ["Name"], of: store.gateNames, row: { [$0] }),
      FactTable("Locks", columns: ["Name"], of: store.flow.lockNames, row: { [$0] }),
    ]
  }
}

/// Returns the text of a value; an empty one for nil.
private func text(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "" }
