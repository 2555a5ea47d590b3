public import Katana

/// Login, renewal and logout, as a state machine.
public struct SessionUpdater: TypedUpdater {
  public init() {}

  public func update(model: inout SessionModel, message: SessionMessage) -> [any Command] {
    switch (model, message) {
    case (.loggedIn(let ticket, _), .logIn):
      return [SessionNews.notice("\(ticket.person) is logged in; 'logout' lets another person log in.")]
    case (_, .logIn(let name, let password)):
      model = .loggingIn(name: name)
      return [LogIn(name: name, password: password)]
    case (.loggingIn, .loggedIn(.success(let ticket))):
      model = .loggedIn(ticket, isRenewing: false)
      return [SessionNews.began(ticket)]
    case (.loggingIn, .loggedIn(.failure(let problem))):
      model = .loggedOut(problem)
      return []

    case (.loggedIn(let ticket, isRenewing: false), .renew):
      model = .loggedIn(ticket, isRenewing: true)
      return [Renew(ticket: ticket)]
    case (.loggedIn, .renewed(.success(let ticket))):
      model = .loggedIn(ticket, isRenewing: false)
      return [SessionNews.renewed(ticket)]
    case (.loggedIn(let ticket, _), .renewed(.failure(.unanswered(let reason)))):
      // The old ticket is still valid, so another attempt is possible.
      model = .loggedIn(ticket, isRenewing: false)
      return [SessionNews.notRenewed(reason)]
    case (.loggedIn, .renewed(.failure(let problem))):
      model = .loggedOut(problem)
      return [SessionNews.ended]
    case (.loggedIn, .runOut):
      model = .loggedOut(.ranOut)
      return [CancelCommand(id: ticketID), SessionNews.ended]

    case (.loggedIn(let ticket, _), .logOut):
      model = .loggedOut(nil)
      return [CancelCommand(id: ticketID), SessionNews.ended, GiveBack(ticket: ticket)]
    case (.loggingIn, .logOut):
      model = .loggedOut(nil)
      return [CancelCommand(id: ticketID)]
    case (.loggedOut, .logOut):
      return [SessionNews.notice("Nobody is logged in.")]
    case (_, .gaveBack(.unanswered(let reason))):
      return [SessionNews.notice("You have left, but the ticket could not be given back: \(reason)")]

    case (.loggedIn, .renew), (.loggedIn, .loggedIn), (.loggingIn, _), (.loggedOut, _), (_, .gaveBack):
      // Late answers, and requests that are already under way.
      return []
    }
  }
}
