import Millrace
import SevenTasks
import Widgets

@MainActor
func launcherView(_ store: Store<Launcher, Launcher.Message>) -> Widget {
  Column(SevenTask.allCases.map { task in Button(task.rawValue) { store.send(.open(task)) } })
}
