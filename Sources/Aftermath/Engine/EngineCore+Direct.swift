public import Millrace
public import MillraceToolkit

/// Turns at home that skip the message while nothing observes messages; the turns and their order are the same.
///
/// These functions are generic, so that they are specialised where they are called. They do the same as
/// ``EngineCore/observe(_:)`` does with a message.
extension EngineCore {
  /// Takes the turn of an event that was published at home; returns false if it needs a message.
  @inlinable
  func publishDirectly<C: Command>(_ event: Event<C>) -> Bool {
    guard isPlain && !inbox.hasEntries && !StackRoom.isShort,
      let list = listeners[ObjectIdentifier(Event<C>.self)]
    else { return false }
    return unmanagedStore._withUnsafeGuaranteedRef { store in
      StoreInternals(store).takeUnseenTurn { inbox.inTurn { tell(event, list) } }
    }
  }

  /// Takes the turn of a command that was executed at home, and that of its event; returns false if it needs
  /// a message.
  @inlinable
  func executeDirectly<C: Command>(_ command: C) -> Bool {
    guard isPlain && !inbox.hasEntries && !StackRoom.isShort, let entry = handlers[ObjectIdentifier(C.self)],
      let handler = entry as? PromptHandler<C>, handler.life.isActive
    else { return false }
    return unmanagedStore._withUnsafeGuaranteedRef { store in
      StoreInternals(store).takeUnseenTurn {
        inbox.inTurn {
          do {
            let event = try handler.body(command)
            // The handler may have executed or published something, which comes first, or registered an
            // observer of the messages.
            if isPlain && !inbox.hasEntries, let list = listeners[ObjectIdentifier(Event<C>.self)],
              StoreInternals(store).continueUnseenTurn()
            {
              tell(event, list)
            } else {
              send(.publish(event, nil, from: 0))
            }
          } catch {
            send(.fail(command, error, nil))
          }
        }
      }
    }
  }

  @inlinable
  func tell<C: Command>(_ event: Event<C>, _ list: AnyListenerList) {
    // Sound: the value under the type of an event is the list of its listeners.
    if !unsafeDowncast(list, to: ListenerList<C>.self).tell(event, only: nil) { miss(event) }
  }
}
