import Millrace
import MillraceTesting
import TestResources
import Testing

extension InvariantTests {
  /// A mishap on a flow without a programming error.
  enum InvariantMishap: CaseIterable {
    case unknownMessage, unknownInMerge, effectThrows, subscriptionThrows, subscriptionDoesNotBegin,
      queueIsFull
    case queueIsInvalid, intervalIsInvalid, gateChangesType, lockIsForgotten, lockIsForeign
  }

  @Test(
    "Nothing disappears quietly: what goes wrong is reported to the error handler once, and turns go on",
    arguments: InvariantMishap.allCases)
  func told(mishap: InvariantMishap) async {
    struct Failure: Error {}
    await ConcurrencyHome().run { home in
      let flow = Flow(environment: StoreEnvironment(clock: ManualClock()))
      let store = Store(
        0, of: Int.self, name: "account", flow: flow,
        subscriptions: { state in
          guard state >= 1 else { return [] }
          switch mishap {
          case .subscriptionThrows: return [StoreSubscription("listener") { _ in throw Failure() }]
          case .subscriptionDoesNotBegin: return [.listening("listener") { _ in throw Failure() }]
          case .intervalIsInvalid: return [.every(.zero, id: "listener") { 0 }]
          default: return []
          }
        },
        update: { state, number in
          state += 1
          if number != 1 { return .none }
          let full = Effect<Int>.run(in: .concat("work").capacity(0), label: "work") { _ in }
          switch mishap {
          case .unknownMessage: return .unhandled
          case .unknownInMerge: return .merge(.send(5), .unhandled)
          case .effectThrows: return .run(label: "work") { _ in throw Failure() }
          case .queueIsFull: return .merge(full, full)
          case .queueIsInvalid: return .run(in: .concurrent("work", max: 0)) { _ in }
          default: return .none
          }
        })
      var errors: [FlowError] = []
      flow.errorHandler = { errors.append($0) }
      var gate: ObservationToken?
      if mishap == .gateChangesType {
        gate = flow.gate("translator") { ($0.message as? Int) == 1 ? .change("one") : .pass }
      }
      if mishap == .lockIsForgotten { _ = flow.lock("forgotten") }
      if mishap == .lockIsForeign {
        let lock = flow.lock("foreign")
        lock.send(1, to: Store(0, of: Int.self, name: "account") { _, _ in .none })
        lock.release()
      }
      store.send(1)
      await store.run()
      await eventually { !errors.isEmpty }
      store.send(2)
      await store.run()
      #expect(store.withState { $0 } >= (mishap == .gateChangesType ? 1 : 2))
      #expect(errors.count == 1)
      let text = errors.map { "\($0)" }.joined()
      #expect(text.contains(mishap == .lockIsForgotten ? "flow" : "account"))
      #expect(text.hasSuffix(".") && text.contains(" "), "an error is a sentence")
      gate?.cancel()
    }
  }

  @Test(
    "Nothing disappears quietly: without an error handler each error is a line on standard error",
    .realProcess)
  func standardError() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await ConcurrencyHome().run { home in
        let store = Store(0, of: String.self, name: "account") { _, _ in .unhandled }
        store.send("deposit")
        store.send("withdraw")
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("Millrace: ") }
    #expect(lines.count == 2)
    #expect(lines.first?.contains("`account` does not handle the message `deposit`") == true)
    #expect(lines.last?.contains("`withdraw`") == true)
  }

  @Test("Nothing disappears quietly: an error handler may send, and what it sends may end and begin effects")
  func handlerSends() async {
    struct Failure: Error {}
    await ConcurrencyHome().run { home in
      let store = Store([String](), of: String.self) { seen, message in
        seen.append(message)
        switch message {
        case "begin": return .run(id: "job", label: "first") { _ in throw Failure() }
        case "again":
          // The second effect takes the place that the first one leaves at this moment.
          return .merge(
            .cancel(id: "job"),
            .concatenate(.run(id: "job", label: "second") { _ in }, .send("after the second")))
        default: return .none
        }
      }
      var ends: [String] = []
      let tap = store.flow.tap(
        effect: { event in
          if event.kind == .finished { ends.append("\(event.label?.description ?? "") finished") }
        }, { _ in })
      store.flow.errorHandler = { [unowned store] _ in store.send("again") }
      store.send("begin")
      await eventually { store.withState { $0.contains("after the second") } }
      await store.run()
      #expect(store.withState { $0 } == ["begin", "again", "after the second"])
      #expect(ends == ["second finished"])
      #expect(store.flow.isIdle)
      tap.cancel()
    }
  }

  @Test("Nothing disappears quietly: an error handler may send while other effects of the same answer begin")
  func handlerSendsInBetween() async {
    await ConcurrencyHome().run { home in
      let (silence, _) = AsyncStream.makeStream(of: Void.self)
      let full = EffectQueue.concat("full").capacity(0)
      let store = Store([String](), of: String.self) { seen, message in
        seen.append(message)
        switch message {
        case "begin":
          return .merge(
            .run(in: full, id: "first") { _ in for await _ in silence {} },
            // Its second step finds the queue full, outside of any turn.
            .concatenate(.run { _ in }, .run(in: full, label: "no room") { send in await send("never") }))
        case "full": return .run { send in await send("came") }
        case "came": return .cancel(id: "first")
        default: return .none
        }
      }
      var errors: [String] = []
      store.flow.errorHandler = { [unowned store] error in
        errors.append("\(error)")
        if errors.count < 5 { store.send("full") }
      }
      store.send("begin")
      await eventually { store.withState { $0.contains("came") } }
      await store.run()
      #expect(store.withState { $0 } == ["begin", "full", "came"])
      #expect(errors.count == 1)
    }
  }
}
