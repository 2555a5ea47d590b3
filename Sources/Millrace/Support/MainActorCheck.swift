#if canImport(Darwin)
import Darwin

/// Whether the caller runs on the main actor, which has the main thread for itself.
var isOnMainActor: Bool { pthread_main_np() != 0 }
#else
/// Whether the caller runs on the main actor.
///
/// Its jobs may run on any thread here. But a conformance that is isolated to it is found by a cast only where it may be
/// used.
@inline(never)
var isOnMainActor: Bool { (MainActorPass() as Any) is any MainActorPresence }

private protocol MainActorPresence {}

private struct MainActorPass {}

extension MainActorPass: @MainActor MainActorPresence {}
#endif

#if DEBUG
import Dispatch

/// Whether the caller runs on the main queue, or on one that leads there: code of the main actor may be called there
/// without a task.
var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) == true }

private let mainQueueKey = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()
#else
/// Never asked.
var isOnMainQueue: Bool { true }
#endif
