import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The handling of control-C: the process ends as by default, after erasing a visible progress bar.
enum Interruption {
  private static let isShown = Atomic(false)
  private static let installation: Void = {
    // Only async-signal-safe calls: a load, `write`, `signal`, `raise`.
    _ = signal(SIGINT) { _ in
      if Interruption.isShown.load(ordering: .relaxed) {
        let erase: StaticString = "\r\u{1B}[K"
        _ = write(2, erase.utf8Start, erase.utf8CodeUnitCount)
      }
      _ = signal(SIGINT, SIG_DFL)
      raise(SIGINT)
    }
  }()

  /// True while a progress bar is visible.
  static var isBarShown: Bool {
    get { isShown.load(ordering: .relaxed) }
    set {
      isShown.store(newValue, ordering: .relaxed)
      _ = installation
    }
  }
}
