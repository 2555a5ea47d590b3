/// The times and rules of a query.
public struct QueryPolicy: Sendable {
  /// The age from which a value is stale; zero for at once, nil for never.
  ///
  /// A stale value is shown and fetched again when interest in it begins, the application returns to the
  /// front, or the connection returns.
  public var staleTime: Duration?
  /// The time for which a value is kept after interest in it has ended, and up to a quarter more; nil for
  /// ever.
  public var keepTime: Duration?
  /// The interval in which watched values are fetched; nil for none.
  public var interval: Duration?
  /// True to fetch stale watched values when the application returns to the front.
  public var refetchesOnFocus: Bool
  /// True to fetch stale watched values when the connection returns.
  public var refetchesOnReconnect: Bool
  /// The rule by which a failed request is tried again.
  public var retry: QueryRetry

  /// Creates a policy; by default values are stale at once and kept for five minutes.
  public init(
    staleTime: Duration? = .zero, keepTime: Duration? = .seconds(300), interval: Duration? = nil,
    refetchesOnFocus: Bool = true, refetchesOnReconnect: Bool = true, retry: QueryRetry = QueryRetry()
  ) {
    self.staleTime = staleTime
    self.keepTime = keepTime
    self.interval = interval
    self.refetchesOnFocus = refetchesOnFocus
    self.refetchesOnReconnect = refetchesOnReconnect
    self.retry = retry
  }
}
