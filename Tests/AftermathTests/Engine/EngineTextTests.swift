import Aftermath
import Testing

@Suite("What failures and warnings say")
struct EngineTextTests {
  @Test("each failure is a sentence: what, why, and what to do")
  func failures() {
    #expect(
      "\(Failure.engineInvalidated(engine: "search"))" == """
        The engine `search` was invalidated or has ended, so no answer will come; execute the command again on an \
        engine that has a handler for it.
        """)
    #expect(
      "\(Failure.aborted(command: "Load()"))" == """
        The command `Load()` was dropped before it was answered, by middleware, a gate or a queue, so no answer \
        will come; let middleware throw an error instead, which its caller receives.
        """)
    #expect(
      "\(Failure.notAtHome(engine: "search", asked: "flow"))" == """
        The flow of the engine `search` belongs to the engine's home and was asked for outside of it; ask for it in the \
        isolation that the engine was made in.
        """)
    #expect(
      "\(Failure.homeEnded(engine: "search"))" == """
        The actor that the engine `search` was made in has ended, so the engine can take no turn any more; keep the \
        actor, or make the engine where it lives as long as those who use it.
        """)
    #expect(
      "\(Failure.rateLimited(message: "Load", limit: 2, time: .seconds(3)))" == """
        `Load` was not let pass, because 2 of its type have passed within 3.0 seconds already; execute it later, or \
        raise the limit.
        """)
  }

  @Test("each warning is one, too")
  func warnings() {
    #expect(
      "\(Warning.noCommandHandlers(command: EngineCount(number: 1)))" == """
        No handler is registered for `EngineCount`, so `EngineCount(number: 1)` was not carried out; register one \
        with `engine.use(handler:)` before executing it.
        """)
    #expect(
      "\(Warning.noEventListeners(event: Event<EngineCount>.data(1)))" == """
        The result `1` of the command `EngineCount` was lost, because nothing reacts to it; register a reaction with \
        `react(to:with:)` before it is published.
        """)
    #expect(
      "\(Warning.noEventListeners(event: Event<EngineCount>.error(EngineProblem(text: "x"))))".hasPrefix(
        "The error `EngineProblem(text: \"x\")` of the command `EngineCount` was lost, because nothing reacts to it;"
      ))
    #expect(
      "\(Warning.noEventListeners(event: Event<FactCommand<EngineOtherNews>>.data(EngineOtherNews(text: "x"))))"
        == """
        The fact `EngineOtherNews(text: "x")` was lost, because nothing reacts to it; register a reaction with `next` before \
        it is published.
        """)
    #expect(
      "\(Warning.duplicatedCommandHandler(command: EngineCount.self, handler: "Second"))" == """
        `Second` has taken the place of the handler that was registered for `EngineCount` before; register one \
        handler for each command, or dispose of the first.
        """)
    #expect(
      "\(Warning.foreignHandler(handler: "Second", event: Event<EngineCount>.data(1)))" == """
        The handler `Second` has published the result `1` of the command `EngineCount` to an engine that has no \
        handler for that; let the handler's `engine` be the one that it is registered on.
        """)
    #expect(
      "\(Warning.publishedOutsideOfHandler(handler: "Second", event: Event<EngineCount>.data(1)))" == """
        `Second` has published the result `1` of the command `EngineCount` from outside of its `handle(command:)`, \
        where it has no engine; publish from the handler's own task or its child tasks.
        """)
  }
}
