import BenchSupport

/// Counts the heap allocations of the whole process, with those of the Swift runtime and of other threads.
public enum Allocations {
  /// Counts the allocations that `work` makes; nil where they cannot be counted.
  public static func count(during work: () -> Void) -> Int? {
    guard bench_allocations_start() else { return nil }
    work()
    return Int(bench_allocations_stop())
  }

  /// Counts the allocations that `work` makes up to its return; nil where they cannot be counted.
  public static func count(during work: () async -> Void) async -> Int? {
    guard bench_allocations_start() else { return nil }
    await work()
    return Int(bench_allocations_stop())
  }

  /// Returns true if the counter sees exactly the instances of a class that are made for this check.
  ///
  /// A count is reported only when this holds: a counter that silently misses some would flatter every row.
  public static func isExact(instances: Int = 1_000) -> Bool {
    let counted = count { () -> Void in
      for number in 0..<instances { blackHole(Instance(number)) }
    }
    return counted == instances
  }
}

private final class Instance {
  let number: Int

  init(_ number: Int) { self.number = number }
}
