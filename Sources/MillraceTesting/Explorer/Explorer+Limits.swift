extension Explorer {
  /// The bounds of a search.
  public struct Limits: Sendable {
    /// The number of runs that are begun at most: 100,000.
    public var runs = 100_000
    /// The number of turns that a run may take, 200; a run that takes more is a finding.
    public var turns = 200
    /// The number of steps that a run may take, 2,000; a run that takes more is given up, and the search is not complete.
    public var steps = 2_000
    /// The time up to which a run's clock may go; nil, the default, lets it go on to the last sleeper.
    ///
    /// A scenario with a ticker needs it.
    public var time: Duration?
    /// The real time after which an exploration ends, its audit included: 60 seconds; nil sets no limit.
    ///
    /// Counted is the processor time of the exploring thread, so that a search does not end early on a busy machine. A
    /// thread that waits instead of working is stopped by the wall clock, after ten times as long.
    public var duration: Duration? = .seconds(60)
    /// The real time to wait for something that goes on outside of the explorer, before what waits for it is called a
    /// deadlock: 200 milliseconds.
    public var patience = Duration.milliseconds(200)

    /// Creates limits with the defaults.
    public init() {}
  }

  /// The orders that are run after a proof, without any reduction, in search of what is shared and not declared.
  ///
  /// A search that leaves out orders relies on what it sees: two effects that share an object behind a lock, a global
  /// variable or the buffer of an `AsyncStream` look independent to it. So when it has tried every order and found nothing,
  /// an audit runs orders of the same scenario that leave nothing out, and compares the states in which they end, their
  /// rules, errors and deadlocks with what the search has seen. Anything new is a ``Finding/Problem/undeclared(showing:)``,
  /// and ``Exploration/isProven`` is said only after an audit that found nothing.
  ///
  /// Half of the orders choose each step uniformly at random; the other half follows random priorities with one to three
  /// points of change, which keeps a task waiting for long. Where a scenario has no more orders than are to be run, all of
  /// them are run, each once. The same seed gives the same orders.
  ///
  /// An audit is a sample. Of 200 orders it finds what one uniform order in twenty shows with a probability of 99 %, what
  /// one in a hundred shows with 66 %, and may well miss what shows in one of a million: declare what is shared.
  public struct Audit: Hashable, Sendable {
    /// The number of orders that are run; 0 switches the audit off, and nothing is proven then.
    public var orders: Int
    /// The seed of the orders.
    public var seed: UInt64

    /// Creates an audit of 200 orders.
    public init(orders: Int = 200, seed: UInt64 = 1) {
      self.orders = orders
      self.seed = seed
    }

    /// No audit: nothing is said to be proven, unless no reduction was used.
    public static let off = Audit(orders: 0)
  }
}
