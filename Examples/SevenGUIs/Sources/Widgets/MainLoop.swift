import CGTK
import Foundation

/// GLib's loop, which also runs the main queue of Swift.
///
/// GTK's loop sleeps in `poll`, and so does Dispatch's own; a program has only one main thread. libdispatch
/// therefore lends a descriptor that is readable while the main queue has work. GLib polls it among its own,
/// and calls the queue. Nothing wakes the loop while there is nothing to do.
@MainActor
public enum MainLoop {
  private static let loop = g_main_loop_new(nil, 0)
  /// The number of times that the loop has gone to sleep.
  ///
  /// Sound: the loop sleeps on the main thread only.
  private nonisolated(unsafe) static var sleeps = 0

  /// Connects to the display; call it once, first.
  ///
  /// - Returns: False if there is no display.
  public static func start() -> Bool {
    guard gtk_init_check() != 0 else { return false }
    g_main_context_set_poll_func(nil) { descriptors, count, timeout in
      if timeout != 0 { MainLoop.sleeps += 1 }
      return g_poll(descriptors, count, timeout)
    }
    #if os(Linux)
    runMainQueue()
    #endif
    return true
  }

  #if os(Linux)
  /// Has the loop run the main queue; on Apple's systems that of GTK does so already.
  private static func runMainQueue() {
    // An `eventfd`, which libdispatch makes for who asks for it.
    let descriptor = _dispatch_get_main_queue_handle_4CF()
    g_unix_fd_add(
      descriptor, G_IO_IN,
      { descriptor, _, _ in
        // Taken back first: what is enqueued from here on makes it readable again.
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
        return 1  // G_SOURCE_CONTINUE
      }, nil)
    // What was enqueued before the descriptor existed did not make it readable.
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }
  #endif

  /// Runs until ``quit()``.
  public static func run() { g_main_loop_run(loop) }

  public static func quit() { g_main_loop_quit(loop) }

  /// Returns the number of times that the loop wakes in a time, its end among them.
  public static func wakeUps(in time: Duration) async -> Int {
    let before = sleeps
    await withCheckedContinuation { continuation in
      let resume = Action<Void> {
        continuation.resume()
        return false
      }
      g_timeout_add_full(
        Int32(G_PRIORITY_DEFAULT), guint(time / .milliseconds(1)), { Action.call($0, ()) }, resume.retained(),
        releaseAction)
    }
    return sleeps - before
  }

  /// Suspends until the loop has done all that waits, and would sleep.
  public static func idle() async {
    await withCheckedContinuation { continuation in
      let resume = Action<Void> {
        continuation.resume()
        return false
      }
      // Below everything of GTK, drawing included.
      g_idle_add_full(Int32(G_PRIORITY_LOW) + 100, { Action.call($0, ()) }, resume.retained(), releaseAction)
    }
  }
}
