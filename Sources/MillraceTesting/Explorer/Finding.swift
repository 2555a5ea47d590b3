/// A mistake in a scenario, or in the way it is explored.
public struct Finding: Sendable {
  /// The kinds of mistakes.
  public enum Problem: Hashable, Sendable {
    /// A rule did not hold; `atEnd` is true for a rule that had to hold only at the end.
    case broken(rule: String, atEnd: Bool)
    /// Nothing more can happen, and these users, pieces of work or messages behind a lock still wait.
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
    /// A step, or other work of a run, does not return.
    case stuck(String)
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

      To replay this run: Explorer(.replay("\(schedule)"))
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
      No step is possible any more, but \(names.joined(separator: ", ")) still \
      \(names.count == 1 ? "waits" : "wait"). Find what should have resumed \(names.count == 1 ? "it" : "them"); \
      replace real time, the network and the main actor by the world's clock or by `outside(_:)`.
      """
    case .endless(let turns):
      """
      The run did not end within \(turns) turns. Find the effect or message that repeats, or raise `limits.turns` if \
      so many turns are intended.
      """
    case .leaked(let effects):
      """
      No step is possible any more, but \(effects.joined(separator: ", ")) \(effects.count == 1 ? "has" : "have") not \
      ended. Find what should end \(effects.count == 1 ? "it" : "them"), or write `world.mayGoOn(…)` if this is \
      intended. Replace real time, the network and the main actor by the world's clock or by `outside(_:)`.
      """
    case .threw(let error):
      "The scenario's own work threw: \(error)"
    case .reported(let error):
      "A flow reported an error: \(error)"
    case .unheld:
      """
      A store of the scenario has ended before the first step, because nothing keeps a reference to it. Use it in a \
      rule or in a user's actions, or keep its owner there.
      """
    case .sameName(let name):
      """
      Two stores of the scenario have the name `\(name)`, so their effects cannot be distinguished; give each its own \
      `name`.
      """
    case .undeclared(let problem):
      """
      Steps share a value that is not declared. The search has tried every order that differs in what the explorer \
      sees, and none of them \(problem == nil ? "ends in the state that" : "shows what") this one \
      \(problem == nil ? "ends in" : "does")\(problem.map { ":\n\n\($0)\n" } ?? ".")
      Look below for two steps that use something the explorer does not see: an object with a lock in it, a global \
      variable, the buffer of an `AsyncStream`, or a variable that a rule reads. Put the value into \
      `world.shared(_:as:)`; if only the stores' home changes it, declare it with `world.follow(_:_:)`. A value \
      inside of a library cannot be declared: give the effects a double in its place, or make the scenario so small \
      that `reduction: .none`, which sees every order, comes to an end.
      """
    case .uncontrolled(let what):
      """
      The scenario does something that the explorer does not control: \(what). It can order only work that waits for \
      the world's clock, for `outside(_:)`, or for other work of the scenario: no real time, no network, no other \
      threads, no main actor.
      """
    case .stuck(let what):
      """
      The exploration stands still: \(what) has not returned. Look there for a loop or a recursion without end, a lock \
      or a semaphore that is never released, or a wait for another thread. Its thread cannot be stopped, and goes on \
      until the process ends. Raise `limits.step` if so much work in one step is intended.
      """
    case .unrepeatable(let step):
      """
      The same choices had a different result than before, from step \(step + 1) on. The scenario depends on \
      something that outlives one run, or on random values: create it again in each run, and take random values, time \
      and identifiers from the world's environment.
      """
    case .unreadable(let text):
      """
      "\(text)" is not a schedule. A schedule is printed with a finding: numbers of tasks, `t` and answers such as \
      `a1`, separated by points.
      """
    case .notPossible(let step):
      """
      The schedule cannot be replayed: its step \(step + 1) is not possible. The scenario has changed since the \
      schedule was printed; explore it again.
      """
    }
  }
}
