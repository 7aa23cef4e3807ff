from criccone.commandline import main

main()
