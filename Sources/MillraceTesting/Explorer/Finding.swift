/// A mistake in a scenario, or in the way it is explored.
public struct Finding: Sendable {
  /// The kinds of mistakes.
  public enum Problem: Hashable, Sendable {
    /// A rule did not hold; `atEnd` is true for a rule that had to hold only at the end.
    case broken(rule: String, atEnd: Bool)
    /// Nothing more can happen, and these users or pieces of work still wait.
    case deadlock([String])
    /// The run did not end within this number of turns.
    case endless(turns: Int)
    /// Nothing more can happen, and these effects have not ended.
    case leaked([String])
    /// The scenario's work, or its building, threw an error.
    case threw(String)
    /// A store's flow reported an error.
    case reported(String)
    /// A store ended while the scenario was built, because nothing retains it.
    case unheld
    /// Two stores of a flow have this name.
    case sameName(String)
    /// Something is shared that is not declared; see ``Explorer/Audit``.
    ///
    /// An order of the audit shows a problem that no order of the search had, or ends in a state that none of
    /// them reached (nil).
    indirect case undeclared(showing: Problem?)
    /// Work runs that the explorer does not control.
    case uncontrolled(String)
    /// The same choices had another result than before, at this step.
    case unrepeatable(step: Int)
    /// A given text is not a schedule.
    case unreadable(String)
    /// A given schedule requires a step that is not possible here.
    case notPossible(step: Int)
  }

  /// The mistake.
  public let problem: Problem
  /// The schedule of the run that shows the mistake.
  public let schedule: Schedule
  /// The story of that run.
  public let story: Story
}

extension Finding: CustomStringConvertible {
  /// The mistake, the story of its run, and the line that replays it.
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
  /// A text that says what happened, why that is wrong, and how to fix it.
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
      been built. Name it in a rule or in an action, or keep what owns it there.
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
      lives longer than one run, or is drawn by chance: make a new one for each run, and take chance, time and identifiers \
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
      changed since the schedule was printed; explore it again.
      """
    }
  }
}
