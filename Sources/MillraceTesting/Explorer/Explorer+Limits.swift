extension Explorer {
  /// The bounds of a search.
  public struct Limits: Sendable {
    /// The maximum number of runs: 100,000.
    public var runs = 100_000
    /// The maximum number of turns in a run: 200; a run that takes more is a finding.
    public var turns = 200
    /// The maximum number of steps in a run: 2,000.
    ///
    /// A run that takes more is given up, and the search is then not complete.
    public var steps = 2_000
    /// The time up to which a run's clock may advance.
    ///
    /// By default nil: until the last sleeper wakes. A scenario with a ticker needs a limit.
    public var time: Duration?
    /// The real time after which an exploration ends, its audit included: 60 seconds; nil sets no limit.
    ///
    /// It counts the processor time of the exploring thread, so that a search does not end early on a busy
    /// machine. A thread that waits instead of working is stopped by the wall clock, after ten times as long.
    public var duration: Duration? = .seconds(60)
    /// The time after which a step that has not returned is a finding, ``Finding/Problem/stuck(_:)``: 10
    /// seconds; nil waits for ever.
    ///
    /// It counts the processor time of the exploring thread. A step that waits, as for a lock, has ten times
    /// as long by the wall clock.
    public var step: Duration? = .seconds(10)
    /// The real time to wait for work outside of the explorer before a deadlock is reported: 200
    /// milliseconds.
    public var patience = Duration.milliseconds(200)

    /// Creates limits with the defaults.
    public init() {}
  }

  /// The orders that are run after a proof, without any reduction, to find shared data that is not declared.
  ///
  /// A search that leaves out orders relies on what it sees. Two effects that share an object behind a lock,
  /// a global variable or the buffer of an `AsyncStream` look independent to it. So when the search has tried
  /// every order and found nothing, an audit runs orders of the same scenario that leave nothing out. It
  /// compares their final states, rules, errors and deadlocks with what the search has seen. Anything new is
  /// a ``Finding/Problem/undeclared(showing:)``, and ``Exploration/isProven`` is true only after an audit
  /// that found nothing.
  ///
  /// The orders are unlike those of the search, and unlike each other. A first sample chooses each step at
  /// random. After that, most orders let one task wait for as long as any other can continue, or follow
  /// random priorities with at most three points of change. A scenario with no more orders than the audit may
  /// run has each of them run once. The same seed gives the same orders.
  ///
  /// An audit is a sample. It finds nearly every problem that shows when one task waits for long at a certain
  /// step. It may well miss a problem that takes several orderings, or a certain combination of answers:
  /// declare what is shared.
  public struct Audit: Hashable, Sendable {
    /// The number of orders to run; 0 turns the audit off, and nothing is proven then.
    public var orders: Int
    /// The seed of the orders.
    public var seed: UInt64

    /// Creates an audit of 200 orders.
    public init(orders: Int = 200, seed: UInt64 = 1) {
      self.orders = orders
      self.seed = seed
    }

    /// No audit; nothing is proven then, unless the search used no reduction.
    public static let off = Audit(orders: 0)
  }
}
