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
        Middleware, a gate or a queue has dropped the command `Load()` before it was answered, so no answer will \
        come; to inform the caller, throw an error from the middleware instead.
        """)
    #expect(
      "\(Failure.notAtHome(engine: "search", asked: "flow"))" == """
        The flow of the engine `search` belongs to the engine's home and was requested outside of it; request it in \
        the isolation in which the engine was created.
        """)
    #expect(
      "\(Failure.homeEnded(engine: "search"))" == """
        The actor in which the engine `search` was created has ended, so the engine can take no more turns; keep a \
        reference to the actor, or create the engine in an isolation that lives as long as the engine.
        """)
    #expect(
      "\(Failure.rateLimited(message: "Load", limit: 2, time: .seconds(3)))" == """
        `Load` was rejected, because 2 of its type have already passed within 3.0 seconds; execute it later, or raise \
        the limit.
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
        The result `1` of the command `EngineCount` was lost, because no reaction is registered for it; register one \
        with `react(to:with:)` before it is published.
        """)
    #expect(
      "\(Warning.noEventListeners(event: Event<EngineCount>.error(EngineProblem(text: "x"))))".hasPrefix(
        "The error `EngineProblem(text: \"x\")` of the command `EngineCount` was lost, because no reaction is registered for it;"
      ))
    #expect(
      "\(Warning.noEventListeners(event: Event<FactCommand<EngineOtherNews>>.data(EngineOtherNews(text: "x"))))"
        == """
        The fact `EngineOtherNews(text: "x")` was lost, because no reaction is registered for it; register one with \
        `next` before it is published.
        """)
    #expect(
      "\(Warning.duplicatedCommandHandler(command: EngineCount.self, handler: "Second"))" == """
        `Second` has replaced the handler that was registered for `EngineCount`; register one handler for each \
        command, or dispose of the first.
        """)
    #expect(
      "\(Warning.foreignHandler(handler: "Second", event: Event<EngineCount>.data(1)))" == """
        The handler `Second` has published the result `1` of the command `EngineCount` to an engine that has no \
        handler for that command; make the handler's `engine` return the engine on which it is registered.
        """)
    #expect(
      "\(Warning.publishedOutsideOfHandler(handler: "Second", event: Event<EngineCount>.data(1)))" == """
        `Second` has published the result `1` of the command `EngineCount` outside of its `handle(command:)`, where \
        its engine is unknown; publish from the handler's own task or its child tasks.
        """)
  }
}
