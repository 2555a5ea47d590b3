import Millrace
import Testing

extension PeerMistakesTests {
  @Test("A deadlock when a listener publishes, because a lock is held while calling out: every listener may")
  func listenersPublish() async {
    await ConcurrencyHome().run { home in
      let flow = Flow()
      let store = Store(
        [String](), of: String.self, flow: flow,
        subscriptions: { _ in
          [
            .listening("listener") { sender in
              sender.send("subscription")
              return { sender.send("never") }
            }
          ]
        },
        update: { seen, message in
          seen.append(message)
          return message == "unknown" ? .unhandled : .none
        })
      let sender = store.sender()
      var said: Set<String> = []
      /// Publishes in every way there is, once for each kind of listener.
      func publish(_ who: String) {
        guard said.insert(who).inserted else { return }
        sender.send("\(who) posted")
        store.send("\(who) sent")
        store.observe { _ in }.cancel()
        flow.gate("passing") { _ in .pass }.cancel()
        flow.tap { _ in }.cancel()
        flow.lock("short").release()
        flow.pump()
      }
      flow.setPostHandler { sender.send("post handler") }
      flow.errorHandler = { _ in publish("error handler") }
      let tokens = [
        store.observe { _ in publish("state") },
        store.observe(\.count) { _ in publish("path") },
        store.observeChange(of: \.count) { _, _ in publish("change") },
        store.observe(messages: String.self) { _ in publish("message") },
        store.gate("gate") { _ in
          publish("gate")
          return .pass
        },
        flow.tap { _ in publish("tap") },
      ]
      store.send("unknown")
      await store.run()
      let seen = store.withState { $0 }
      for who in ["error handler", "state", "path", "change", "message", "gate", "tap"] {
        #expect(seen.count { $0 == "\(who) sent" } == 1)
        #expect(seen.count { $0 == "\(who) posted" } == 1)
      }
      #expect(seen.contains("subscription"))
      #expect(seen.contains("post handler"))
      #expect(!seen.contains("never"))
      for token in tokens { token.cancel() }
      flow.setPostHandler(nil)
    }
  }

  @Test(
    "A deadlock when a listener publishes: what is released with a message, a token or a store may post too")
  func releasesPublish() async {
    /// Posts when it is released.
    final class Echo: Sendable {
      let sender: Sender<Echo?>
      let heard: ConcurrencyCount

      init(_ sender: Sender<Echo?>, _ heard: ConcurrencyCount) {
        self.sender = sender
        self.heard = heard
      }

      deinit {
        heard.add()
        sender.send(nil)
      }
    }

    await ConcurrencyHome().run { home in
      let heard = ConcurrencyCount()
      for round in 0..<100 {
        let box = PeerMistakesBox<Store<Int, Echo?>>()
        box.value = Store(0, of: Echo?.self) { count, echo in
          count += 1
          return echo == nil
            ? .none : .run(in: .latest("echo")) { send in withExtendedLifetime(echo) {} }
        }
        guard let sender = box.value?.sender() else { return }
        let echo = Echo(sender, heard)
        let token = box.value?.observe { _ in withExtendedLifetime(echo) {} }
        box.value?.send(Echo(sender, heard))
        sender.send(Echo(sender, heard))
        if round.isMultiple(of: 2) { await box.value?.run() }
        sender.send(Echo(sender, heard))
        token?.cancel()
        box.value = nil
        #expect(!sender.send(Echo(sender, heard)))
      }
      #expect(heard.value > 0)
    }
  }
}
