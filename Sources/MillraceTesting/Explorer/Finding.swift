/// A mistake in a scenario, or in how it is explored.
public struct Finding: Sendable {
  /// The kinds of mistakes.
  public enum Problem: Hashable, Sendable {
    /// A rule did not hold; `atEnd` for one that was to hold only then.
    case broken(rule: String, atEnd: Bool)
    /// Nothing is left that could happen, and these users or pieces of work still wait.
    case deadlock([String])
    /// The run did not come to an end within so many turns.
    case endless(turns: Int)
    /// Nothing is left that could happen, and these effects have not ended.
    case leaked([String])
    /// Work of the scenario, or its building, threw.
    case threw(String)
    /// A store's flow reported an error.
    case reported(String)
    /// A store has ended while the scenario was built, because nobody holds it.
    case unheld
    /// Two stores of a flow have one name.
    case sameName(String)
    /// Something is shared that is not declared: an order of the audit shows a problem that no order of the search had, or
    /// ends in a state that none of them ended in (nil). See ``Explorer/Audit``.
    indirect case undeclared(showing: Problem?)
    /// Something goes on that the explorer does not control.
    case uncontrolled(String)
    /// The same choices led to something else than before, at this step.
    case unrepeatable(step: Int)
    /// A given schedule is none.
    case unreadable(String)
    /// A given schedule asks for something that is not possible at this step.
    case notPossible(step: Int)
  }

  /// The mistake.
  public let problem: Problem
  /// The run in which it shows.
  public let schedule: Schedule
  /// The course of that run.
  public let story: Story
}

extension Finding: CustomStringConvertible {
  /// The mistake, the story of its run, and the line that goes through it again.
  public var description: String {
    if case .unreadable = problem { return "\(problem)" }
    return """
      \(problem)

      \(story)

      To go through it again: Explorer(.replay("\(schedule)"))
      """
  }
}

extension Finding.Problem: CustomStringConvertible {
  /// A text that says what happened, why that is wrong, and what to do.
  public var description: String {
    switch self {
    case .broken(let rule, let atEnd):
      "The rule \"\(rule)\" \(atEnd ? "does not hold at the end" : "is broken")."
    case .deadlock(let names):
      """
      Nothing is left that could happen, but \(names.joined(separator: ", ")) \(names.count == 1 ? "waits" : "wait") \
      still. Look for what should have resumed \(names.count == 1 ? "it" : "them"); if that is real time, the network or \
      the main actor, have the world's clock or `outside(_:)` stand in for it.
      """
    case .endless(let turns):
      """
      The run has taken \(turns) turns and did not come to an end. Look for what starts itself again, or raise \
      `limits.turns` if that many are meant.
      """
    case .leaked(let effects):
      """
      Nothing is left that could happen, but \(effects.joined(separator: ", ")) \
      \(effects.count == 1 ? "has" : "have") not ended. Look for what should end \(effects.count == 1 ? "it" : "them"), \
      or say `world.mayGoOn(…)` if that is meant. What waits for real time, the network or the main actor needs the \
      world's clock or `outside(_:)` in its place.
      """
    case .threw(let error):
      "The scenario's own work threw: \(error)"
    case .reported(let error):
      "A flow reported an error: \(error)"
    case .unheld:
      """
      A store of the scenario has ended before anything could happen, because nothing holds it once the scenario has \
      been built. Name it in a rule or in what somebody does, or keep what owns it there.
      """
    case .sameName(let name):
      """
      Two stores of one flow are called `\(name)`, so that their effects cannot be told apart; give each a `name` of its \
      own.
      """
    case .undeclared(let problem):
      """
      Something is shared that is not declared. The search has tried every order that differs in what the explorer sees, \
      and none of them \(problem == nil ? "ends in the state that" : "shows what") this one \
      \(problem == nil ? "ends in" : "does")\(problem.map { ":\n\n\($0)\n" } ?? ".")
      Look below for two steps that use one thing the explorer does not see: an object with a lock in it, a global \
      variable, the buffer of an `AsyncStream`, or a variable that a rule reads. Hold it in `world.shared(_:as:)`; a value \
      that only the stores' home changes is followed by `world.follow(_:_:)`. What cannot be declared is explored with \
      `reduction: .none`.
      """
    case .uncontrolled(let what):
      """
      The scenario does something that the explorer does not control: \(what). Only what waits for the world's clock, for \
      `outside(_:)`, or for other work of the scenario can be put in every order: no real time, no network, no other \
      threads, no main actor.
      """
    case .unrepeatable(let step):
      """
      The same choices led to something else than before, from step \(step + 1) on. Something the scenario depends on \
      lives longer than one run, or is drawn by chance: make it anew for each run, and take chance, time and identifiers \
      from the world's environment.
      """
    case .unreadable(let text):
      """
      "\(text)" is no schedule. A schedule is what a finding prints: numbers of strands, `t` and answers such as `a1`, with \
      points between them.
      """
    case .notPossible(let step):
      """
      The schedule cannot be followed: what it asks for at step \(step + 1) is not possible there. The scenario has \
      changed since the schedule was printed; explore it anew.
      """
    }
  }
}
