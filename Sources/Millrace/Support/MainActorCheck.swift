#if canImport(Darwin)
import Darwin

/// True if the caller runs on the main actor, which has the main thread to itself.
package var isOnMainActor: Bool { pthread_main_np() != 0 }
#else
/// True if the caller runs on the main actor.
///
/// Here its jobs may run on any thread. But a cast finds a conformance that is isolated to the main actor
/// only where it may be used.
@inline(never)
package var isOnMainActor: Bool { (MainActorPass() as Any) is any MainActorPresence }

private protocol MainActorPresence {}

private struct MainActorPass {}

extension MainActorPass: @MainActor MainActorPresence {}
#endif

#if DEBUG
import Dispatch

/// True if the caller runs on the main queue, or on one that targets it: code of the main actor may be called
/// there without a task.
var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) == true }

private let mainQueueKey = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()
#else
/// Always true, and never read.
var isOnMainQueue: Bool { true }
#endif
