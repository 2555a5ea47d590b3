import Aftermath
import Testing

@MainActor
@Suite("Sequences of events")
struct EngineSequenceTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  @Test("a sequence begins when it is asked for, loses nothing, and ends when the engine is invalidated")
  func ends() async {
    engine.publish(event: Event<EngineCount>.progress)
    let events = engine.events(of: EngineCount.self)
    engine.publish(event: Event<EngineCount>.progress)
    for number in 0..<10_000 { engine.publish(event: Event<EngineCount>.data(number)) }
    engine.publish(event: Event<EngineCount>.error(EngineProblem(text: "x")))
    engine.invalidate()
    var seen: [Int] = []
    var others = 0
    for await event in events {
      if case .data(let number) = event { seen.append(number) } else { others += 1 }
    }
    #expect(seen == Array(0..<10_000))
    #expect(others == 2)
    #expect(errors.texts.isEmpty)
  }

  @Test("it ends when the engine does")
  func engineEnds() async {
    var short: Engine? = Engine(name: "short")
    let events = short?.events(of: EngineCount.self)
    short?.publish(event: Event<EngineCount>.data(1))
    weak let gone = short
    short = nil
    #expect(gone == nil)
    var count = 0
    if let events { for await _ in events { count += 1 } }
    #expect(count == 1)
  }

  @Test("one that was asked for elsewhere ends with an engine that has had no turn since")
  func elsewhereEnds() async {
    var short: Engine? = Engine(name: "short")
    let events = await askElsewhere(short ?? engine)
    short = nil
    var count = 0
    for await _ in events { count += 1 }
    #expect(count == 0)
  }

  @concurrent
  private func askElsewhere(_ engine: Engine) async -> AsyncStream<Event<EngineCount>> {
    engine.events(of: EngineCount.self)
  }

  @Test("one that was asked for elsewhere has what is published there after it")
  func elsewhere() async {
    let counted = await Task.detached { [engine] in
      let events = engine.events(of: EngineCount.self)
      for number in 1...100 { engine.publish(event: Event<EngineCount>.data(number)) }
      await engine.run()
      engine.invalidate()
      return await events.reduce(into: [Int]()) { if case .data(let number) = $1 { $0.append(number) } }
    }.value
    #expect(counted == Array(1...100))
  }

  @Test("a sequence whose reader has gone is no listener any more")
  func readerGone() async {
    do { _ = engine.events(of: EngineCount.self) }
    engine.publish(event: Event<EngineCount>.data(1))
    #expect(errors.all.count == 1)
  }

  @Test("buffering is the reader's choice")
  func buffering() async {
    let events = engine.events(of: EngineCount.self, buffering: .bufferingNewest(2))
    for number in 1...5 { engine.publish(event: Event<EngineCount>.data(number)) }
    engine.invalidate()
    var seen: [Int] = []
    for await case .data(let number) in events { seen.append(number) }
    #expect(seen == [4, 5])
  }

  @Test("facts come as facts")
  func facts() async {
    let facts = engine.facts(of: EngineNews.self)
    engine.post(fact: EngineNews(number: 1))
    engine.post(fact: EngineNews(number: 2))
    engine.invalidate()
    var seen: [Int] = []
    for await fact in facts { seen.append(fact.number) }
    #expect(seen == [1, 2])
  }

  @Test("two readers have all events each")
  func twoReaders() async {
    let streams = [engine.events(of: EngineCount.self), engine.events(of: EngineCount.self)]
    engine.publish(event: Event<EngineCount>.data(1))
    engine.invalidate()
    for stream in streams {
      var count = 0
      for await _ in stream { count += 1 }
      #expect(count == 1)
    }
  }
}
