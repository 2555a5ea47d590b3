import Harvest
import Millrace
import MillraceTesting
import Testing

/// The sequences of a test: each is made once, and is written to by its name.
private final class FlatMapSources: Sendable {
  private let sources = ScenarioLog<(String, AsyncStream<String>.Continuation)>()

  func stream(_ name: String) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    sources.add((name, continuation))
    return stream
  }

  func continuation(_ name: String) -> AsyncStream<String>.Continuation? {
    sources.entries.first { $0.0 == name }?.1
  }

  var names: [String] { sources.entries.map(\.0) }
}

struct ScenarioFlatMapTests {
  private let sources = FlatMapSources()

  /// Returns the values of a flattened sequence of `a` and `b`, whose inner sequences end at once.
  private func values(_ strategy: FlattenStrategy) async throws -> [String] {
    let outer = AsyncStream<String> { outer in
      for name in ["a", "b"] { outer.yield(name) }
      outer.finish()
    }
    var values: [String] = []
    for try await value in outer.flatMap(
      strategy,
      transform: { name in
        AsyncStream<String> { inner in
          for number in 1...2 { inner.yield("\(name)\(number)") }
          inner.finish()
        }
      })
    { values.append(value) }
    return values
  }

  @Test("concat gives one sequence after the other, and merge all of them")
  func concat() async throws {
    #expect(try await values(.concat) == ["a1", "a2", "b1", "b2"])
    #expect(try await values(.merge).sorted() == ["a1", "a2", "b1", "b2"])
  }

  @Test("latest ends the sequence of the element before; the end of the last one ends the result")
  func latest() async throws {
    let (outer, names) = AsyncStream.makeStream(of: String.self)
    var values = outer.flatMap(.latest, transform: { [sources] in sources.stream($0) }).makeAsyncIterator()
    names.yield("a")
    await eventually { sources.continuation("a") != nil }
    sources.continuation("a")?.yield("a1")
    #expect(try await values.next() == "a1")
    names.yield("b")
    names.finish()
    await eventually { sources.continuation("b") != nil }
    sources.continuation("a")?.yield("a2")
    sources.continuation("b")?.yield("b1")
    sources.continuation("b")?.finish()
    #expect(try await values.next() == "b1")
    #expect(try await values.next() == nil)
  }

  @Test("The first error of an inner or the outer sequence ends the result")
  func errors() async throws {
    struct Lost: Error {}
    @Sendable func failing() -> AsyncThrowingStream<Int, any Error> {
      AsyncThrowingStream { $0.finish(throwing: Lost()) }
    }
    await #expect(throws: Lost.self) {
      for try await _ in failing().flatMap(.merge, transform: { _ in AsyncStream<Int> { $0.finish() } }) {}
    }
    let outer = AsyncStream<Int> { outer in
      outer.yield(1)
      outer.finish()
    }
    await #expect(throws: Lost.self) {
      for try await _ in outer.flatMap(.concat, transform: { _ in failing() }) {}
    }
  }

  @Test("An invalid strategy is an error that says how to correct it")
  func invalid() async throws {
    let outer = AsyncStream<Int> { $0.finish() }
    let error = await #expect(throws: FlattenError.self) {
      for try await _ in outer.flatMap(.concurrent(max: 0), transform: { _ in outer }) {}
    }
    #expect(error?.description.contains("use a maximum of 1 or more") == true)
  }

  @Test("debounce waits on the given clock")
  func debounce() async throws {
    let clock = ManualClock()
    let (outer, names) = AsyncStream.makeStream(of: String.self)
    var values = outer.flatMap(
      .debounce(for: .seconds(1)), clock: clock,
      transform: { name in
        AsyncStream<String> { inner in
          inner.yield(name)
          inner.finish()
        }
      }
    ).makeAsyncIterator()
    names.yield("a")
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    #expect(try await values.next() == "a")
    names.finish()
    #expect(try await values.next() == nil)
  }

  @Test("A reader that ends cancels the sequences")
  func cancelled() async throws {
    let ended = ScenarioLog<String>()
    let outer = AsyncStream<String> { outer in
      outer.onTermination = { _ in ended.add("outer") }
      outer.yield("a")
    }
    let reader = Task { [sources] in
      for try await _ in outer.flatMap(
        .merge,
        transform: { name in
          let stream = sources.stream(name)
          sources.continuation(name)?.onTermination = { _ in ended.add("inner") }
          return stream
        })
      {}
    }
    await eventually { sources.continuation("a") != nil }
    reader.cancel()
    await eventually { Set(ended.entries) == ["outer", "inner"] }
  }
}
