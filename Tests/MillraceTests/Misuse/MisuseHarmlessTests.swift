import Millrace
import Testing

@Suite("What looks like misuse and does no harm")
struct MisuseHarmlessTests {
  private func makeCounter(_ flow: Flow? = nil, _ home: isolated ConcurrencyHome) -> Store<[Int], Int> {
    Store([Int](), of: Int.self, flow: flow) { seen, number in
      if number < 0 { seen = [] } else { seen.append(number) }
      return .none
    }
  }

  @Test("Releasing a lock twice does nothing the second time, and does not open another lock")
  func releaseTwice() async {
    await ConcurrencyHome().run { home in
      let store = makeCounter(nil, home)
      let (first, second) = (store.flow.lock("first"), store.flow.lock("second"))
      store.send(1)
      first.release()
      first.release()
      first.release()
      #expect(!first.isLocked && second.isLocked)
      #expect(store.flow.lockCount == 1)
      #expect(store.state == [])
      second.release()
      #expect(store.state == [1])
      second.release()
      store.send(2)
      #expect(store.state == [1, 2])
    }
  }

  @Test("A lock may be taken and released inside of a turn, and another turn's lock may be released in it")
  func lockInTurn() async {
    await ConcurrencyHome().run { home in
      let store = makeCounter(nil, home)
      var held: FlowLock?
      let token = store.observe { seen in
        if seen == [1] {
          store.send(2)
          held = store.flow.lock("until later")
          store.flow.lock("short").release()
        }
      }
      store.send(1)
      #expect(store.state == [1])
      held?.release()
      #expect(store.state == [1, 2])
      token.cancel()
    }
  }

  @Test("A token may be cancelled twice, inside of its own call, and after its store has ended")
  func tokens() async {
    await ConcurrencyHome().run { home in
      var store: Store<[Int], Int>? = makeCounter(nil, home)
      var calls = 0
      var token: ObservationToken?
      token = store?.observe { _ in
        calls += 1
        token?.cancel()
        token = nil
      }
      let other = store?.observe(\.count) { _ in calls += 10 }
      store?.send(1)
      store?.send(2)
      #expect(calls == 21)
      other?.cancel()
      other?.cancel()
      store?.send(3)
      store = nil
      other?.cancel()
      #expect(calls == 21)
    }
  }

  @Test("A token cancelled by an observer that is called before it is not called in that turn any more")
  func cancelledInTurn() async {
    await ConcurrencyHome().run { home in
      let store = makeCounter(nil, home)
      var calls: [String] = []
      var later: [ObservationToken] = []
      let first = store.observe { _ in
        calls.append("first")
        for token in later { token.cancel() }
      }
      later = [
        store.observe { _ in calls.append("whole") }, store.observe(\.count) { _ in calls.append("part") },
        store.observe(messages: Int.self) { _ in calls.append("message") },
      ]
      store.send(1)
      #expect(calls == ["first"])
      first.cancel()
    }
  }

  @Test("Pumping and reading inside of an observer or a tap take no turn and see the state of this one")
  func pumpInTurn() async {
    await ConcurrencyHome().run { home in
      let store = makeCounter(nil, home)
      var seen: [[Int]] = []
      let token = store.observe { _ in
        if store.state.count < 3 { store.send(store.state.count + 1) }
        #expect(store.pump() == 0)
        seen.append(store.state)
      }
      store.send(1)
      #expect(seen == [[1], [1, 2], [1, 2, 3]])
      token.cancel()
    }
  }

  @Test("A message that is sent while code reads the state has its turn after the read")
  func sendWhileLooking() async {
    await ConcurrencyHome().run { home in
      let store = makeCounter(nil, home)
      for number in 1...3 { store.send(number) }
      let sum = store.withState { seen in
        store.send(-1)
        store.send(4)
        return seen.reduce(0, +) + store.withState { $0.count }
      }
      #expect(sum == 9)
      #expect(store.state == [4])
      #expect(store.flow.lockCount == 0)
    }
  }

  @Test("A store may end inside of its own turn, by its own observer's hand")
  func endInTurn() async {
    await ConcurrencyHome().run { home in
      let flow = Flow()
      let other = makeCounter(flow, home)
      let box = PeerMistakesBox<Store<[Int], Int>>()
      box.value = makeCounter(flow, home)
      let sender = box.value?.sender()
      let token = box.value?.observe { seen in
        other.send(seen.count)
        box.value?.send(2)
        box.value = nil
      }
      box.value?.send(1)
      #expect(sender?.send(3) == false)
      other.send(9)
      // It ended with the last of the turns that were under way.
      #expect(other.state == [1, 2, 9])
      token?.cancel()
    }
  }

  @Test("A gate that never lets anything pass, and an effect that asks for nothing, leave the flow idle")
  func nothingToDo() async {
    await ConcurrencyHome().run { home in
      let store = Store(0, of: Int.self) { count, _ in
        count += 1
        return .merge(.none, .concatenate([]), .merge([]), .cancel(id: "nobody"), .cancel { _ in true })
      }
      store.send(1)
      let gate = store.gate("shut") { _ in .drop }
      store.send(2)
      store.sender().send(3)
      await store.run()
      #expect(store.state == 1)
      #expect(store.flow.isIdle)
      gate.cancel()
    }
  }

  @Test("Effects merged, or put one after another, one by one need no more stack than a list of them")
  func deepEffects() async {
    let count = 2_000
    await ConcurrencyHome().run { home in
      // Sound: the predicates are asked at home only.
      nonisolated(unsafe) let depth = PeerMistakesDepth()
      let (silence, _) = AsyncStream.makeStream(of: Void.self)
      let store = Store(0, of: Int.self) { _, way in
        if way == 0 { return .run(id: "alive") { _ in for await _ in silence {} } }
        let look = Effect<Int>.cancel { _ in
          depth.look()
          return false
        }
        var effect = Effect<Int>.none
        for _ in 0..<count { effect = way == 1 ? .merge(effect, look) : .concatenate(effect, look) }
        return effect
      }
      for way in [0, 1, 2] { store.send(way) }
      #expect(depth.count == 2 * count)
      #expect(depth.spread < 16_384, "the stack grew by \(depth.spread) bytes")
    }
    let left = Effect<Int>.concatenate(.concatenate(.send(1), .send(2)), .send(3))
    let right = Effect<Int>.concatenate(.send(1), .concatenate(.send(2), .send(3)))
    #expect(left.outline == right.outline)
  }
}
