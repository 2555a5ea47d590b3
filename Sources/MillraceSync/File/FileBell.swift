import Dispatch
import Millrace
import MillraceSQLite
import MillraceSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The bell of a log's file, `PATH-bell`: writers touch it after a commit, and it wakes those that wait.
///
/// Each connection keeps the bell open for writing, so that the system also reports the end of a process that
/// was killed between its commit and its ring. On Linux `inotify` watches it, on a thread that begins with
/// the first wait. Where that is not possible, those that wait look again after 10 ms, and then after up to a
/// second.
final class FileBell: @unchecked Sendable {
  // Sound: the descriptors never change before `deinit`, when no reference is left; the rest is locked.

  private struct State {
    /// Counts the rings that were heard.
    var count: UInt64 = 0
    var isClosed = false
    var isWatching = false
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var cancelled: Set<UInt64> = []
    var lastWaiter: UInt64 = 0
    var delay = 10
  }

  private let state = Locked(State())
  private let bell: Int32
  private let watch: Int32
  private let queue = DispatchQueue(label: "millrace.log.bell")

  init(path: String, permissions: AccessPermissions) {
    let name = DatabasePath.resolved(path) + "-bell"
    let flags = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    var descriptor = systemOpen(name, flags)
    if descriptor < 0 {
      _ = try? SystemFile.reserve(name, permissions.files)
      descriptor = systemOpen(name, flags)
    }
    bell = descriptor
    #if !canImport(Darwin)
    let notices = descriptor < 0 ? -1 : inotify_init1(Int32(O_CLOEXEC))
    if notices >= 0, inotify_add_watch(notices, name, 0x0000_0002 | 0x0000_0008) < 0 {
      SystemFile.close(notices)
      watch = -1
    } else {
      watch = notices
    }
    #else
    watch = -1
    #endif
  }

  deinit {
    if bell >= 0 { SystemFile.close(bell) }
    if watch >= 0 { SystemFile.close(watch) }
  }

  /// The number of rings so far, for ``wait(since:)``.
  var count: UInt64 { state.withLock { $0.count } }

  /// Wakes all that wait, in each process.
  func ring() {
    hear(isNews: true)
    var byte: UInt8 = 0
    if bell >= 0 { _ = pwrite(bell, &byte, 1, 0) }
  }

  /// Wakes those that wait in this process for ever.
  func close() {
    state.withLock { $0.isClosed = true }
    ring()
  }

  /// Wakes those that wait here.
  private func hear(isNews: Bool) {
    let waiting = state.withLock { state in
      state.count += 1
      if isNews { state.delay = 10 }
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for waiter in waiting { waiter.resume() }
  }

  /// Waits for a ring after the first `count`; ends early when the task is cancelled or the bell is closed.
  func wait(since count: UInt64) async {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOver, begins, delay) = state.withLock { state -> (Bool, Bool, Int) in
          if state.isClosed || state.count != count || state.cancelled.remove(id) != nil {
            return (true, false, 0)
          }
          state.waiting[id] = continuation
          let begins = !state.isWatching
          state.isWatching = true
          if watch < 0, begins { state.delay = min(state.delay * 2, 1_000) }
          return (false, begins, state.delay)
        }
        if isOver { return continuation.resume() }
        if begins { listen(after: delay) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let waiter = state.waiting.removeValue(forKey: id)
        if waiter == nil { state.cancelled.insert(id) }
        return waiter
      }
      waiter?.resume()
    }
    _ = state.withLock { $0.cancelled.remove(id) }
  }

  private func listen(after delay: Int) {
    guard watch >= 0 else {
      queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [self] in
        state.withLock { $0.isWatching = false }
        hear(isNews: false)
      }
      return
    }
    queue.async { [self] in
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while read(watch, &bytes, bytes.count) != 0 {
        hear(isNews: true)
        if state.withLock({ $0.isClosed }) { return }
      }
    }
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
