import Flask
import Millrace
import Testing

@Suite("A context that many threads write to")
struct MixingConcurrencyTests {
  /// A home with a context, whose substance has a mixer that notes who asked for what.
  private actor Hall {
    let flask: Flask
    private let app: Substance<MixingState>
    private let seen = Locked([[Int]](repeating: [], count: 8))
    private let tally = Locked(0)

    init() {
      flask = Flask(name: "hall", archives: MemoryArchives())
      app = flask.newSubstance(definedBy: MixingState.self)
    }

    func open() -> FlaskSender {
      app.define(mix: "add") { [app, seen] payload, react, _ in
        app.prop.counter += 1
        if let thread = payload?["thread"] as? Int, let number = payload?["number"] as? Int {
          seen.withLock { $0[thread].append(number) }
        }
        react()
      }
      _ = flask.reactor(attachedTo: self, mixing: app) { _, _ in }
      return flask.sender()
    }

    func finish() async -> (Int, [[Int]]) {
      await flask.run()
      return (app.state.counter, seen.withLock { $0 })
    }

    func counters() -> AsyncStream<Int> { app.values(of: \.counter) }

    func mix() {
      flask.getReactor(attachedTo: self).mix(app) { $0.prop.counter += 1 }.andReact()
    }

    func comeAndGo() {
      let owner = MixingDiary()
      let reactor = flask.reactor(attachedTo: owner, mixing: app) { owner, _ in owner.lines.append("told") }
      reactor.mix(app) { $0.prop.title += "x" }.andReact()
    }

    var told: Int { tally.withLock { $0 } }

    func attach(_ owner: MixingImage) {
      _ = flask.reactor(attachedTo: owner, mixing: app) { [tally] _, _ in tally.withLock { $0 += 1 } }
    }

    func close() { flask.endReactors() }
  }

  @Test("takes what 8 threads ask for in each thread's order, none lost, none twice")
  func senders() async {
    let hall = Hall()
    let sender = await hall.open()
    await mixingThreads(8) { thread in
      for number in 0..<1_000 {
        sender.substances(reactTo: MixingMixers.add, payload: ["thread": thread, "number": number])
      }
    }
    let (count, seen) = await hall.finish()
    #expect(count == 8_000)
    #expect(seen == [[Int]](repeating: Array(0..<1_000), count: 8))
    await hall.close()
  }

  @Test("outlives readers, reactors and mixes that come and go meanwhile")
  func hammer() async {
    let hall = Hall()
    let sender = await hall.open()
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          for _ in 0..<100 {
            var last = -1
            for await counter in await hall.counters().prefix(2) {
              #expect(counter > last)
              last = counter
              await hall.mix()
            }
          }
        }
        group.addTask {
          for number in 0..<200 {
            sender.substances(reactTo: MixingMixers.add, payload: ["thread": thread, "number": number])
            await hall.comeAndGo()
          }
        }
      }
    }
    let (count, _) = await hall.finish()
    #expect(count == 800 + 800)
    await hall.close()
  }

  @Test("ends while other tasks use it, and throws an error to them")
  func ends() async {
    for _ in 0..<50 {
      let hall = Hall()
      let sender = await hall.open()
      await withTaskGroup { group in
        group.addTask {
          await mixingThreads(4) { thread in
            for number in 0..<50 {
              sender.substances(reactTo: MixingMixers.add, payload: ["thread": thread, "number": number])
            }
          }
        }
        group.addTask { await hall.close() }
      }
    }
  }

  @Test("owners that end on other threads while they are notified are not notified afterwards")
  func owners() async {
    let hall = Hall()
    let sender = await hall.open()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 {
            let owner = MixingImage()
            await hall.attach(owner)
            sender.substances(reactTo: MixingMixers.add)
          }
        }
      }
    }
    _ = await hall.finish()
    let told = await hall.told
    sender.substances(reactTo: MixingMixers.add)
    let (count, _) = await hall.finish()
    #expect(count == 801)
    #expect(await hall.told == told)
    await hall.close()
  }
}
