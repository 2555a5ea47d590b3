import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What is left to do when somebody presses control-C: the process ends as it always does, but without leaving half
/// a bar behind.
enum Interruption {
  private static let isShown = Atomic(false)
  private static let installation: Void = {
    // Only what may be called from a signal's handler: a load, `write`, `signal`, `raise`.
    _ = signal(SIGINT) { _ in
      if Interruption.isShown.load(ordering: .relaxed) {
        let erase: StaticString = "\r\u{1B}[K"
        _ = write(2, erase.utf8Start, erase.utf8CodeUnitCount)
      }
      _ = signal(SIGINT, SIG_DFL)
      raise(SIGINT)
    }
  }()

  /// Whether a bar can be seen.
  static var isBarShown: Bool {
    get { isShown.load(ordering: .relaxed) }
    set {
      isShown.store(newValue, ordering: .relaxed)
      _ = installation
    }
  }
}
