public import Millrace
public import MillraceToolkit

/// Turns at home that skip the message while nothing observes messages; the turns and their order are the
/// same.
///
/// These functions are generic, so that they are specialised where they are called, and know the type of the
/// command that ``EngineCore/notify(_:)`` has to find out. They return false if a message is needed.
extension EngineCore {
  /// Takes the turn of an event that was published at home.
  @inlinable
  func publishDirectly<C: Command>(_ event: Event<C>) -> Bool {
    guard mayTakeDirectly, let list = listeners[ObjectIdentifier(Event<C>.self)] else { return false }
    // Sound: the engine that calls this retains the store.
    unmanagedStore._withUnsafeGuaranteedRef { store in
      StoreInternals(store).turn(of: .publish(event, nil, from: 0)) { inbox.inTurn { notify(event, list) } }
    }
    return true
  }

  /// Takes the turn of a command that was executed at home, and that of its event.
  @inlinable
  func executeDirectly<C: Command>(_ command: C) -> Bool {
    guard mayTakeDirectly, type(of: command) == C.self, let entry = handlers[ObjectIdentifier(C.self)],
      let handler = entry as? PromptHandler<C>, handler.life.isActive
    else { return false }
    // Sound: as above.
    unmanagedStore._withUnsafeGuaranteedRef { store in
      StoreInternals(store).turn(of: .execute(command, nil, from: 0)) {
        inbox.inTurn {
          do {
            let event = try handler.body(command)
            // The handler may have registered an observer of the messages.
            if isPlain && !inbox.hasEntries, let list = listeners[ObjectIdentifier(Event<C>.self)] {
              StoreInternals(store).nextTurn(of: .publish(event, nil, from: 0)) { notify(event, list) }
            } else {
              send(.publish(event, nil, from: 0))
            }
          } catch {
            send(.fail(command, error, nil))
          }
        }
      }
    }
    return true
  }

  @inlinable var mayTakeDirectly: Bool { isPlain && !inbox.hasEntries && !StackRoom.isShort }

  @inlinable
  func notify<C: Command>(_ event: Event<C>, _ list: AnyListenerList) {
    // Sound: the value under the type of an event is the list of its listeners.
    if !unsafeDowncast(list, to: ListenerList<C>.self).notify(event, only: nil) { miss(event) }
  }
}
