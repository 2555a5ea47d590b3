/// One store's alarm: a single wait on the environment's clock, which is reset when an earlier time is
/// requested.
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

  /// The time until it rings; nil if it is not set.
  var timeLeft: Duration? { armed.map { $0.time - now } }

  /// The time at which it rings; nil if it is not set.
  var dueTime: Duration? { armed?.time }

  var isArmed: Bool { armed != nil }

  /// Sets the alarm to `time`, unless it rings earlier; the store then reads the time and asks again.
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

  /// Records that it has rung.
  ///
  /// The next `ask` sets it again.
  func rang() {
    armed = nil
  }

  func cancel() {
    armed?.handle.cancel()
  }
}
