/// One store's alarm: a single wait on the environment's clock, set anew when an earlier time is asked for.
@usableFromInline
final class StoreTimer {
  private let timekeeper: Timekeeper
  private let owner: String
  private let number: UInt64
  private let driver: any Driver
  private let ring: @Sendable () -> Void
  private var armed: (time: Duration, handle: DriverHandle)?

  init(
    timekeeper: Timekeeper, driver: any Driver, owner: String, number: UInt64,
    ring: @escaping @Sendable () -> Void
  ) {
    self.timekeeper = timekeeper
    self.driver = driver
    self.owner = owner
    self.number = number
    self.ring = ring
  }

  @usableFromInline var now: Duration { timekeeper.now }

  /// How long until it rings; nil when it will not.
  var timeLeft: Duration? { armed.map { $0.time - now } }

  /// The time at which it rings; nil when it will not.
  var dueTime: Duration? { armed?.time }

  /// Whether it will ring.
  var isArmed: Bool { armed != nil }

  /// Rings at `time`, or earlier for somebody else; whoever asked looks at the time and asks again.
  @usableFromInline
  func ask(for time: Duration) {
    if let armed {
      if armed.time <= time { return }
      armed.handle.cancel()
    }
    let handle = driver.start(DriverJob(.timer, owner: owner, storeNumber: number)) { [timekeeper, ring] in
      do {
        try await timekeeper.sleep(until: time)
      } catch {
        return
      }
      ring()
    }
    armed = (time, handle)
  }

  /// It has rung.
  ///
  /// The next `ask` sets it anew.
  func rang() {
    armed = nil
  }

  func cancel() {
    armed?.handle.cancel()
  }
}
